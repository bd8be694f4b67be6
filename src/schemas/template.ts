/**
 * A prompt with its variables filled in: `{name}` for each name among the values. Every other brace stays as it is, so that a prompt
 * may show JSON; what a value holds is never read as a template.
 */
export function fillTemplate(template: string, values: { readonly [name: string]: string | number }): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
