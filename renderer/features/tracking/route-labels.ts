/**
 * Places the names on the map: first the recipient's place, then the sender's, then scanned places.
 * Leaves out a repeated name, and a name that would cover another name or leave the map.
 */

type Point = {
  readonly kind: "sender" | "scan" | "recipient";
  readonly name: string;
  readonly x: number;
  readonly y: number;
};
type Label = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
};

/** Widest letter, line height, and gap between a stop and its name, in units of the drawing. */
const LETTER = 7.4;
const LINE = 15;
const GAP = 9;

/**
 * Returns the names that fit, each with its position.
 *
 * @param points Stops, in the order of the route.
 */
export function labelsOf(
  points: readonly Point[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly Label[] {
  const ranked = [...points].sort((a, b) => rank(a) - rank(b));
  const taken: { readonly left: number; readonly right: number; readonly y: number }[] = [];
  const labels: Label[] = [];
  for (const { name, x, y } of ranked) {
    if (labels.some((label) => label.name === name)) continue;
    const wide = name.length * LETTER;
    const spots = [4, -LINE, LINE + 6].flatMap((dy) => [
      { left: x + GAP, y: y + dy, anchor: "start" as const },
      { left: x - GAP - wide, y: y + dy, anchor: "end" as const },
    ]);
    const spot = spots.find(
      (one) =>
        one.left >= 2 &&
        one.left + wide <= width - 2 &&
        one.y > LINE &&
        one.y < height - 4 &&
        !taken.some(
          (other) =>
            one.left < other.right &&
            one.left + wide > other.left &&
            Math.abs(one.y - other.y) < LINE,
        ),
    );
    if (spot === undefined) continue;
    taken.push({ left: spot.left, right: spot.left + wide, y: spot.y });
    labels.push({
      name,
      x: spot.anchor === "start" ? spot.left : spot.left + wide,
      y: spot.y,
      anchor: spot.anchor,
    });
  }
  return labels;
}

function rank({ kind }: Point): number {
  return kind === "recipient" ? 0 : kind === "sender" ? 1 : 2;
}
