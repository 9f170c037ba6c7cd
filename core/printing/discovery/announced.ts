/** Printers that announce themselves, whichever way they were found. */

export type Announced = {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
};

/** Raw data; IPP, whose printers take raw data too where they are label printers. */
export const ANNOUNCED_TYPES = ["pdl-datastream", "ipp"] as const;
export type AnnouncedType = (typeof ANNOUNCED_TYPES)[number];
const RAW_PORT = 9100;
const LONGEST = 255;

/**
 * Adds one to those that were found, by its host. A printer that announces both is one: raw data
 * count.
 * @param txt Its facts; keys in any case.
 */
export function note(
  found: Map<string, Announced>,
  type: AnnouncedType,
  {
    txt,
    ...service
  }: Omit<Announced, "txt"> & { readonly txt: readonly (readonly [string, unknown])[] },
): void {
  if (type === "ipp" && found.has(service.host)) return;
  const facts = Object.fromEntries(
    txt.map(([key, value]) => [key.toLowerCase(), String(value).slice(0, LONGEST)]),
  );
  found.set(service.host, {
    ...service,
    port: type === "ipp" ? RAW_PORT : service.port,
    txt: facts,
  });
}
