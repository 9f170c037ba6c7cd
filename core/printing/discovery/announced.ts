/**
 * Printers that announce themselves on the network, in one form for the search by mDNS and the
 * search by Windows.
 */

export type Announced = {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
};

/** Service types: raw data, and IPP. Label printers that announce IPP accept raw data too. */
export const ANNOUNCED_TYPES = ["pdl-datastream", "ipp"] as const;
export type AnnouncedType = (typeof ANNOUNCED_TYPES)[number];
const RAW_PORT = 9100;
const LONGEST = 255;

/**
 * Adds a printer to the found printers, by host. If a printer announces both types, the
 * announcement of raw data is kept.
 *
 * @param txt The printer's TXT record; its keys may have capital letters.
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
