/**
 * Which fields of a label one of its layout's arrangements has room for on a paper. Lengths are mm.
 */
import { partOf } from "./box-parts.ts";
import type { LabelLayout, LayoutNode } from "./layout.schema.ts";
import type { Part, Sheet } from "./part.ts";

/**
 * Lesser fields are given up before the others shrink below this part of their range: a crowded
 * label is hard to read. It is low: where not even the recipient fits at it, lesser fields come
 * back beside smaller letters, which larger paper would then lack.
 */
const COMFORT = 0.1;
const SCALE_STEPS = 20;
/** For what is more important than this, all letters become as small as they may. */
const LESSER_RANK = 7;

/** Words that a field brings along: an arrangement without them says the same. */
const BYWORDS: ReadonlySet<string> = new Set(["returnNote", "cash.title", "cash.note"]);

/** `omitted`: names with their ranks, the first given up first. */
export type Chosen = {
  readonly part: Part;
  readonly omitted: readonly { readonly name: string; readonly rank: number }[];
};

/**
 * Leaves out optional fields, the highest rank first, until the rest fits, lesser ones for comfort
 * too; then puts back those, the most important first, that fit where a larger one did not. Fields
 * that cannot stand on this paper at any size are left out at once.
 *
 * @param sheet Gets the scale at which the parts fit, and what is left out.
 * @param layout Of the arrangement: what its first one has and this one does not is left out here.
 * @returns Undefined when even what is never left out does not fit.
 */
export function chooseParts(
  sheet: Sheet,
  root: LayoutNode,
  layout: LabelLayout,
): Chosen | undefined {
  const width = sheet.paper.widthMm - 2 * sheet.margin;
  const height = sheet.paper.heightMm - 2 * sheet.margin;
  sheet.scale = COMFORT;
  /** The parts of what is kept now, when they fit at the sheet's scale. */
  const attempt = (): Part | undefined => {
    for (;;) {
      sheet.optional.clear();
      const before = sheet.impossible.size;
      const part = partOf(sheet, root);
      const fits = part !== undefined && part.height(width) <= height;
      if (sheet.impossible.size === before) return fits ? part : undefined;
    }
  };
  let part = attempt();
  const dropped: number[] = [];
  while (part === undefined) {
    const ranks = [...sheet.optional.values()].filter((rank) => !sheet.omittedRanks.has(rank));
    const highest = Math.max(...ranks);
    const step = Math.round(sheet.scale * SCALE_STEPS);
    if (highest < LESSER_RANK && step > 0) sheet.scale = (step - 1) / SCALE_STEPS;
    else if (ranks.length === 0) return undefined;
    else {
      dropped.push(highest);
      sheet.omittedRanks.add(highest);
    }
    part = attempt();
  }
  for (const rank of dropped.toReversed()) {
    sheet.omittedRanks.delete(rank);
    const larger = attempt();
    if (larger === undefined) sheet.omittedRanks.add(rank);
    else part = larger;
  }
  part = attempt() ?? part;
  return { part, omitted: omittedOf(sheet, root, layout) };
}

function omittedOf(sheet: Sheet, root: LayoutNode, layout: LabelLayout): Chosen["omitted"] {
  const here = new Map<string, number>();
  noteRanks(root, here);
  const anywhere = new Map(here);
  for (const { root: fullest } of layout.arrangements.slice(0, 1)) noteRanks(fullest, anywhere);
  const isLost = (name: string, rank: number): boolean => {
    if (!here.has(name)) return rank > 0 && !BYWORDS.has(name) && hasContent(sheet, name);
    return sheet.impossible.has(name) || sheet.omittedRanks.has(sheet.optional.get(name) ?? 0);
  };
  return [...anywhere]
    .filter(([name, rank]) => isLost(name, rank))
    .map(([name, rank]) => ({ name, rank: here.get(name) ?? rank }))
    .sort((a, b) => b.rank - a.rank);
}

/**
 * Notes each field's rank by its name ("note", "orderNumber.bars"): the most important where it has
 * several.
 */
function noteRanks(node: LayoutNode, ranks: Map<string, number>): void {
  if (node.kind === "column" || node.kind === "row")
    for (const child of node.children) noteRanks(child, ranks);
  else if (node.kind === "panel") noteRanks(node.child, ranks);
  else if (node.kind !== "part") {
    const name =
      node.kind === "bars" || node.kind === "matrix" ? `${node.field}.${node.kind}` : node.field;
    ranks.set(name, Math.min(node.rank, ranks.get(name) ?? node.rank));
  }
}

function hasContent({ model, texts }: Sheet, name: string): boolean {
  if (name === "logo") return model.logo !== null;
  const [, field = name] = /^(.*?)(?:\.(bars|matrix))?$/.exec(name) ?? [];
  return (
    (Object.entries(texts)
      .find(([key]) => key === field)?.[1]
      .join(" ") ?? "") !== ""
  );
}

/** @param from A scale that fits. @returns The largest that fits. */
export function largestScale(from: number, fits: (scale: number) => boolean): number {
  let [low, high] = [Math.round(from * SCALE_STEPS), SCALE_STEPS + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle / SCALE_STEPS)) low = middle;
    else high = middle;
  }
  return low / SCALE_STEPS;
}
