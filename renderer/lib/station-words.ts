/** Names of stations in lists. */

type Named = { readonly id: string; readonly name: string };

/** Number of id characters that distinguish a few stations with one name. */
const SIGNS = 4;

/**
 * @param among All stations of the list.
 * @returns The name; if another station has it too, with the end of the station's id: "DESK
 *   (9f3a)".
 */
export function stationName({ id, name }: Named, among: readonly Named[]): string {
  return among.some((other) => other.id !== id && other.name === name)
    ? `${name} (${id.slice(-SIGNS)})`
    : name;
}
