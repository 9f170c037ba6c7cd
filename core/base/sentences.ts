/**
 * Sentences with values, which the core writes in English for programs and for the log. Their
 * templates are tables, so that a screen reads a sentence back and says the same in its language.
 */
export type SentenceValues = Readonly<Record<string, string>>;

/** Names of the values of a template: "{{name}} refused" has "name". */
export type NamesIn<T extends string> = T extends `${string}{{${infer N}}}${infer Rest}`
  ? N | NamesIn<Rest>
  : never;

/** Writes a sentence. @param values A value for each name of the template. */
export function sentence<T extends string>(
  template: T,
  values: Readonly<Record<NamesIn<T>, string | number>>,
): string {
  const given: Readonly<Record<string, string | number>> = values;
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(given[name] ?? ""));
}

/**
 * Reads a sentence back: finds its template and its values. The first template that fits counts, so
 * a template whose end is free text comes after those that have more words.
 */
export function readSentence(
  templates: Readonly<Record<string, string>>,
  text: string,
): { readonly key: string; readonly values: SentenceValues } | undefined {
  for (const [key, template] of Object.entries(templates)) {
    const found = patternOf(template).exec(text);
    if (found !== null) return { key, values: { ...found.groups } };
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const made = template
    .replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/\{\{(\w+)\}\}/g, "(?<$1>.+?)");
  const pattern = new RegExp(`^${made}$`, "su");
  patterns.set(template, pattern);
  return pattern;
}
