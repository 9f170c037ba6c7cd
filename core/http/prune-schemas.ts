/**
 * Removes unused schemas from an OpenAPI document. Each schema is registered twice, for requests
 * ("AddressInput") and for answers ("Address"). A request's schema gets the plain name when no
 * answer uses that name, or when both schemas are equal.
 */
const PREFIX = "#/components/schemas/";
const INPUT_SUFFIX = /Input$/;

/**
 * Changes the document in place: drops schemas that nothing refers to, and sorts the rest by name.
 */
export function pruneSchemas(document: object): void {
  const components = "components" in document ? fieldsOf(document.components) : {};
  const all = fieldsOf(components["schemas"]);
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const name of namesIn(value)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(all[name]);
    }
  };
  follow({ ...document, components: undefined });
  const nameOf = (name: string): string => {
    const plain = name.replace(INPUT_SUFFIX, "");
    return !used.has(plain) || JSON.stringify(all[plain]) === JSON.stringify(all[name])
      ? plain
      : name;
  };
  const schemas = Object.fromEntries(
    [...used]
      .map((name) => [nameOf(name), all[name]] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  Reflect.set(document, "components", { ...components, schemas });
  renameIn(document, nameOf);
}

/**
 * Returns the document with each reference replaced by the schema, for programs that cannot follow
 * references. Requires that no schema contains itself.
 */
export function inlineSchemas(document: object): unknown {
  const all = "components" in document ? fieldsOf(fieldsOf(document.components)["schemas"]) : {};
  const inlined = new Map<string, unknown>();
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const [name] = Object.entries(value).flatMap(([key, inner]) =>
      isReference(key, inner) ? [inner.slice(PREFIX.length)] : [],
    );
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
    if (!inlined.has(name)) inlined.set(name, inline(all[name]));
    return inlined.get(name);
  };
  return inline(document);
}

function namesIn(value: unknown): string[] {
  return Object.entries(fieldsOf(value)).flatMap(([key, inner]) =>
    isReference(key, inner) ? [inner.slice(PREFIX.length)] : namesIn(inner),
  );
}

function renameIn(value: unknown, nameOf: (name: string) => string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (isReference(key, inner))
      Reflect.set(value, key, PREFIX + nameOf(inner.slice(PREFIX.length)));
    else renameIn(inner, nameOf);
  }
}

function isReference(key: string, value: unknown): value is string {
  return key === "$ref" && typeof value === "string" && value.startsWith(PREFIX);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
