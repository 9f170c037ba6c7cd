/** Stations as lists name them. */

type Named = { readonly id: string; readonly name: string };

/** As many as tell a few stations of one name apart. */
const SIGNS = 4;

/**
 * @param among All stations of the list.
 * @returns The name; where another one has it too, with the end of the station's id: "DESK (9f3a)".
 */
export function stationName({ id, name }: Named, among: readonly Named[]): string {
  return among.some((other) => other.id !== id && other.name === name)
    ? `${name} (${id.slice(-SIGNS)})`
    : name;
}
