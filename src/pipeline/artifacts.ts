import { missingCapability } from "../errors.ts";
import type { Artifacts, Capabilities, Handles, Plugins } from "../interfaces.ts";
import type { Artifact } from "../model.ts";
import { callPlugin, type Host, runFor } from "./host.ts";
import { saversOf } from "./saving.ts";

/** Open artifacts, and how to let go of them. */
export interface OpenArtifacts extends Artifacts {
  close(): Promise<void>;
}

/**
 * Opens what the savers left. Where several offer one capability, the first saver, in order, gives it.
 *
 * @throws PLUGIN_FAILED, ARTIFACT_DAMAGED from a saver's `open`
 */
export async function openArtifacts(artifacts: readonly Artifact[], plugins: Plugins, host: Host): Promise<OpenArtifacts> {
  const opened: Handles[] = [];
  for (const { kind, saver } of saversOf(plugins)) {
    const artifact = artifacts.find((candidate) => candidate.kind === kind && candidate.saver === saver.name);
    if (artifact === undefined) continue;
    opened.push(await callPlugin(host, saver, "Opening the index", undefined, () => saver.open(artifact, runFor(host, saver))));
  }
  const find = <C extends keyof Capabilities>(capability: C): Capabilities[C] | undefined => {
    for (const handles of opened) {
      const handle: Partial<Capabilities>[C] = handles[capability];
      if (handle !== undefined) return handle;
    }
    return undefined;
  };
  return {
    has: (capability) => find(capability) !== undefined,
    get: (capability) => {
      const handle = find(capability);
      if (handle === undefined) throw missingCapability(capability, saversThatOffer(plugins, capability));
      return handle;
    },
    close: async () => {
      for (const handles of opened) await handles.close?.();
    },
  };
}

function saversThatOffer(plugins: Plugins, capability: keyof Capabilities): string[] {
  return saversOf(plugins)
    .filter(({ saver }) => saver.offers.includes(capability))
    .map(({ saver }) => saver.name);
}
