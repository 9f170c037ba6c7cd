/** Names of stations in lists. */

type Named = { readonly id: string; readonly name: string };

/** Number of id characters that distinguish a few stations with one name. */
const SIGNS = 4;

/**
 * Returns the station's name; if another station has the same name, with the end of the station's
 * id: "DESK (9f3a)".
 *
 * @param among All stations of the list.
 */
export function stationName({ id, name }: Named, among: readonly Named[]): string {
  return among.some((other) => other.id !== id && other.name === name)
    ? `${name} (${id.slice(-SIGNS)})`
    : name;
}
