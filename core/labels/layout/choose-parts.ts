/**
 * Chooses which fields of a label fit in one arrangement of its layout on a paper. Lengths are mm.
 */
import { partOf } from "./box-parts.ts";
import type { LabelLayout, LayoutNode } from "./layout.schema.ts";
import type { Part, Sheet } from "./part.ts";

/**
 * Minor fields are omitted before other fields shrink below this share of their range of sizes,
 * because a crowded label is hard to read. The share is low for this reason: on paper where even
 * the recipient does not fit at this share, letters shrink further and minor fields may fit again.
 * With a high share, small paper would show fields that larger paper lacks.
 */
const COMFORT = 0.1;
const SCALE_STEPS = 20;
/**
 * All letters shrink to their smallest size before a field more important than this rank is
 * omitted.
 */
const LESSER_RANK = 7;

/** Words that only accompany a field. An arrangement without them lacks no information. */
const BYWORDS: ReadonlySet<string> = new Set(["returnNote", "cash.title", "cash.note"]);

/** `omitted`: names and ranks, in the order in which they were omitted. */
export type Chosen = {
  readonly part: Part;
  readonly omitted: readonly { readonly name: string; readonly rank: number }[];
};

/**
 * Omits optional fields, the highest rank first, until the rest fits; minor fields are also omitted
 * for comfort. Then restores fields, the most important first, that fit where a larger field did
 * not. Fields that do not fit on this paper at any size are omitted at once.
 *
 * @param sheet Receives the scale at which the parts fit, and the omitted fields.
 * @param layout The arrangement's layout; fields that the layout's first arrangement has and this
 * arrangement lacks count as omitted.
 * @returns Undefined when even the fields that are never omitted do not fit.
 */
export function chooseParts(
  sheet: Sheet,
  root: LayoutNode,
  layout: LabelLayout,
): Chosen | undefined {
  const width = sheet.paper.widthMm - 2 * sheet.margin;
  const height = sheet.paper.heightMm - 2 * sheet.margin;
  sheet.scale = COMFORT;
  /**
   * Builds the parts of the fields kept so far; undefined when they do not fit at the sheet's
   * scale.
   */
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
 * Records each field's rank by name ("note", "orderNumber.bars"); the most important rank if it has
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

/**
 * Returns the largest scale that fits.
 *
 * @param from A scale that fits.
 */
export function largestScale(from: number, fits: (scale: number) => boolean): number {
  let [low, high] = [Math.round(from * SCALE_STEPS), SCALE_STEPS + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle / SCALE_STEPS)) low = middle;
    else high = middle;
  }
  return low / SCALE_STEPS;
}
