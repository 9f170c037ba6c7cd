/** Columns, rows and panels of a layout: nodes that contain other nodes. */
import type { Box, LabelItem, TextItem } from "./items.ts";
import type { ColumnNode, LayoutNode, PanelNode, RowNode } from "./layout.schema.ts";
import { leastSize, type Part, type Sheet } from "./part.ts";
import { stepDown } from "./fit-text.ts";
import { barsPart, matrixPart, picturePart } from "./symbol-parts.ts";
import { cellOf, listPart, textItem, textPart } from "./text-parts.ts";

/** Gaps grow up to this factor when there is room. */
const GAP_GROWTH = 1.5;
/** Gaps may always grow to this, mm. */
const MIN_WIDE_GAP = 2;
/** Largest height of a mark's letters, mm; larger letters would hide too much. */
const LARGEST_MARK = 26;

/** Returns the node's part; undefined when the node has no content on this label or is omitted. */
export function partOf(sheet: Sheet, node: LayoutNode): Part | undefined {
  switch (node.kind) {
    case "text":
      return textPart(sheet, node);
    case "list":
      return listPart(sheet, node);
    case "bars":
      return barsPart(sheet, node);
    case "matrix":
      return matrixPart(sheet, node);
    case "picture":
      return picturePart(sheet, node);
    case "column":
      return columnPart(sheet, node);
    case "row":
      return rowPart(sheet, node);
    case "panel":
      return panelPart(sheet, node);
    case "part":
      throw new Error(`the shared part ${node.name} was not inserted`);
  }
}

function partsOf(sheet: Sheet, nodes: readonly LayoutNode[]): readonly Part[] {
  return nodes.map((node) => partOf(sheet, node)).filter((part) => part !== undefined);
}

function columnPart(sheet: Sheet, node: ColumnNode): Part | undefined {
  const shown = node.children
    .map((child) => ({ child, part: partOf(sheet, child) }))
    .filter((each): each is { child: LayoutNode; part: Part } => each.part !== undefined);
  const parts = shown.map(({ part }) => part);
  if (parts.length === 0 || (node.isWhole && parts.length < node.children.length)) return undefined;
  const between = node.rule === undefined ? node.gap : 2 * node.gap + node.rule;
  const height = (width: number): number =>
    parts.reduce((sum, part) => sum + part.height(width), 0) + between * (parts.length - 1);
  return {
    cell: cellOf(node),
    height,
    stretch: (width) => parts.reduce((sum, part) => sum + part.stretch(width), 0),
    place(box) {
      const wants = parts.map((part) => part.stretch(box.w));
      const wanted = wants.reduce((sum, want) => sum + want, 0);
      const free = Math.max(0, box.h - height(box.w));
      const given = wanted === 0 ? 0 : Math.min(1, free / wanted);
      const left = free - wanted * given;
      const spread =
        parts.length > 1 && node.justify === "spread"
          ? Math.min(left / (parts.length - 1), Math.max(MIN_WIDE_GAP, between * GAP_GROWTH))
          : 0;
      let y = box.y + (node.justify === "middle" ? left / 2 : 0);
      const last = parts.length - 1;
      // The space that remains after widening the gaps goes below the recipient's block, otherwise
      // below the second-to-last part, so that the last part stays at the bottom.
      const rest = node.justify === "spread" ? left - spread * last : 0;
      const recipient = shown.findIndex(({ child }) => isRecipient(child));
      const widest = recipient >= 0 && recipient < last ? recipient : last - 1;
      if (node.isMarked) placeMark(sheet, box);
      parts.forEach((part, i) => {
        const h = part.height(box.w) + (wants[i] ?? 0) * given + (i === widest ? rest : 0);
        part.place({ x: box.x, y, w: box.w, h });
        y += h;
        if (i === last) return;
        if (node.rule !== undefined)
          sheet.items.push({
            kind: "rule",
            x: box.x,
            y: y + node.gap + spread / 2,
            w: box.w,
            h: node.rule,
          });
        y += between + spread;
      });
    },
  };
}

/** Returns whether a node is the recipient's block, or a row that contains it. */
function isRecipient(node: LayoutNode): boolean {
  return (
    (node.kind === "column" && node.isMarked) ||
    (node.kind === "row" && node.children.some(isRecipient))
  );
}

function rowPart(sheet: Sheet, node: RowNode): Part | undefined {
  const parts = partsOf(sheet, node.children);
  if (parts.length === 0) return undefined;
  const widths = (width: number): readonly number[] => {
    if (node.isFlexible) return flexibleWidths(parts, width - node.gap * (parts.length - 1));
    const fixed =
      parts.reduce((sum, { cell }) => sum + (cell.width ?? 0), 0) + node.gap * (parts.length - 1);
    const shares = parts.reduce(
      (sum, { cell }) => sum + (cell.width === undefined ? cell.share : 0),
      0,
    );
    return parts.map(({ cell }) => cell.width ?? ((width - fixed) * cell.share) / shares);
  };
  const highest = (measure: (part: Part, width: number) => number, width: number): number => {
    const each = widths(width);
    return Math.max(...parts.map((part, i) => measure(part, each[i] ?? 0)));
  };
  const height = (width: number): number => highest((part, wide) => part.height(wide), width);
  return {
    cell: cellOf(node),
    height,
    stretch: (width) =>
      Math.max(
        0,
        highest((part, wide) => part.height(wide) + part.stretch(wide), width) - height(width),
      ),
    place(box) {
      const each = widths(box.w);
      let x = box.x;
      parts.forEach((part, i) => {
        const w = each[i] ?? 0;
        const own = Math.min(box.h, part.height(w) + part.stretch(w));
        const down = node.align === "top" ? 0 : (box.h - own) / (node.align === "middle" ? 2 : 1);
        part.place({ x, y: box.y + down, w, h: node.align === "top" ? box.h : own });
        if (i > 0 && node.divider !== undefined)
          sheet.items.push({
            kind: "rule",
            x: x - node.gap / 2 - node.divider / 2,
            y: box.y,
            w: node.divider,
            h: box.h,
          });
        x += w + node.gap;
      });
    },
  };
}

/**
 * Distributes width: each cell gets the width of its longest word; then all grow by their shares,
 * up to the width of their text on one line.
 */
function flexibleWidths(parts: readonly Part[], width: number): readonly number[] {
  const wishes = parts.map((part) => part.wish?.() ?? { least: 0, most: Infinity });
  const needed = wishes.reduce((sum, { least }) => sum + least, 0);
  // If even the words have no room, all cells are narrowed proportionally.
  const widths = wishes.map(({ least }) => (needed > width ? (width * least) / needed : least));
  let free = width - widths.reduce((sum, wide) => sum + wide, 0);
  while (free > 1e-6) {
    const open = parts
      .map((part, i) => ({
        i,
        share: part.cell.share,
        left: (wishes[i]?.most ?? 0) - (widths[i] ?? 0),
      }))
      .filter(({ left }) => left > 1e-6);
    const shares = open.reduce((sum, { share }) => sum + share, 0);
    for (const { i, share, left } of open.length === 0
      ? [{ i: 0, share: 1, left: Infinity }]
      : open) {
      const more = Math.min(left, open.length === 0 ? free : (free * share) / shares);
      widths[i] = (widths[i] ?? 0) + more;
    }
    free = width - widths.reduce((sum, wide) => sum + wide, 0);
  }
  return widths;
}

/** Builds a panel: a black box with the child's texts in white. */
function panelPart(sheet: Sheet, node: PanelNode): Part | undefined {
  const inside = partOf(sheet, node.child);
  if (inside === undefined) return undefined;
  const { padding } = node;
  return {
    cell: cellOf(node),
    height: (width) => inside.height(width - 2 * padding) + 2 * padding,
    stretch: () => 0,
    place(box) {
      const before = sheet.items.length;
      const h = inside.height(box.w - 2 * padding);
      inside.place({ x: box.x + padding, y: box.y + (box.h - h) / 2, w: box.w - 2 * padding, h });
      const texts = sheet.items
        .splice(before)
        .filter((item: LabelItem): item is TextItem => item.kind === "text");
      sheet.items.push({ kind: "panel", ...box, texts });
    },
  };
}

const COPY_WORDS = { tr: "KOPYA", en: "COPY" } as const;

/** Places the words across the address of a label that must not be shipped, or of a reprint. */
function placeMark(sheet: Sheet, box: Box): void {
  const { mark, copyNumber, language } = sheet.model;
  const words = [mark, copyNumber === 0 ? "" : `${COPY_WORDS[language]} ${copyNumber}`]
    .filter((word) => word !== "")
    .join(" ");
  if (words === "") return;
  const line = sheet.fonts.shape("bold", words);
  const ink = Math.max(0.1, line.inkTop - line.inkBottom);
  const size = Math.max(
    leastSize(sheet, "bold", words),
    stepDown(
      Math.min(LARGEST_MARK * sheet.growth, (box.w * 0.92) / line.width, (box.h * 0.92) / ink),
    ),
  );
  const baseline = box.y + (box.h + line.inkTop * size + line.inkBottom * size) / 2;
  sheet.items.push({
    kind: "mark",
    text: textItem(line, size, box, baseline, { field: "mark", align: "centre", tracking: 0 }),
  });
}
