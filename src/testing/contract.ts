import { describe, it } from "vitest";
import { checkFunction, checkObject } from "../arguments.ts";

/** What every implementation must do: a title that states the behaviour, and a function that throws where it is not so. */
export type Checks<C> = { readonly [title: string]: (contract: C) => Promise<void> | void };

export interface ContractOptions {
  /** Checks that cannot hold for this plugin, by title, each with its reason; they are shown as skipped. */
  readonly skips?: { readonly [title: string]: string };
}

/** What makes a plugin, without which there is nothing to test. @throws ARGUMENT_INVALID */
export function checkContract(call: string, contract: unknown): void {
  checkObject(call, contract, "contract");
  checkFunction(call, (contract as { readonly create?: unknown }).create, "contract.create");
}

/** One vitest test for each check. */
export function defineContract<C extends ContractOptions>(subject: string, checks: Checks<C>, contract: C): void {
  const skips = new Map(Object.entries(contract.skips ?? {}));
  for (const title of skips.keys()) {
    if (!(title in checks)) throw new Error(`No check of ${subject} is called "${title}". There are: ${Object.keys(checks).join("; ")}.`);
  }
  describe(subject, () => {
    for (const [title, check] of Object.entries(checks)) {
      const reason = skips.get(title);
      if (reason === undefined) it(title, () => check(contract));
      else it.skip(`${title} (skipped: ${reason})`, () => {});
    }
  });
}
