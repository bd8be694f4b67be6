const SHORTEST = 6;

/** Takes secrets out of a text that goes to people or files. Servers repeat keys in their errors, and commands print them. */
export type Redact = (text: string) => string;

/** @param secrets - asked at each use, since a key from a command changes; ones too short to be secret are left alone */
export function createRedact(secrets: () => readonly string[]): Redact {
  return (text) => {
    let clean = text;
    for (const secret of secrets()) {
      if (secret.length < SHORTEST) continue;
      clean = clean.replaceAll(secret, "[key]");
      // As it stands inside JSON.
      const escaped = JSON.stringify(secret).slice(1, -1);
      if (escaped !== secret) clean = clean.replaceAll(escaped, "[key]");
    }
    return clean;
  };
}
