/**
 * Enlarges a layout for paper larger than any label roll, so that a sheet of A4 does not look like
 * a small label with a white half. Minimum sizes are unchanged, so more fits than on small paper.
 */
import type { Media } from "../../db/documents/media.schema.ts";
import type { LayoutNode } from "./layout.schema.ts";

/**
 * Paper for which the layouts' largest sizes are meant, mm: the width of A6 and the length of 4 × 6
 * in.
 */
const WIDTH_MM = 105;
const HEIGHT_MM = 152.4;

/** Returns the factor by which things may be larger than on label rolls; 1 on label rolls. */
export function growthOf({ widthMm, heightMm }: Media): number {
  return Math.max(1, Math.min(widthMm / WIDTH_MM, heightMm / HEIGHT_MM));
}

/**
 * Returns the node with its largest sizes, gaps and widths multiplied by `growth`.
 *
 * @param growth At least 1.
 */
export function grownNode(node: LayoutNode, growth: number): LayoutNode {
  if (growth === 1) return node;
  const most = ([least, largest]: readonly [number, number]): [number, number] => [
    least,
    largest * growth,
  ];
  const cell = node.width === undefined ? {} : { width: node.width * growth };
  switch (node.kind) {
    case "text":
      return {
        ...node,
        ...cell,
        size: most(node.size),
        tracking: node.tracking * growth,
        ...(node.captionSize === undefined ? {} : { captionSize: most(node.captionSize) }),
      };
    case "list":
      return { ...node, ...cell, size: most(node.size) };
    case "bars":
      // Only the parcel's barcode grows; another barcode of its height would be scanned in its
      // place.
      return { ...node, ...cell, height: node.isPrimary ? most(node.height) : node.height };
    case "picture":
      return { ...node, ...cell, height: most(node.height) };
    case "column":
      return {
        ...node,
        ...cell,
        gap: node.gap * growth,
        ...(node.rule === undefined ? {} : { rule: node.rule * growth }),
        children: node.children.map((child) => grownNode(child, growth)),
      };
    case "row":
      return {
        ...node,
        ...cell,
        gap: node.gap * growth,
        ...(node.divider === undefined ? {} : { divider: node.divider * growth }),
        children: node.children.map((child) => grownNode(child, growth)),
      };
    case "panel":
      return {
        ...node,
        ...cell,
        padding: node.padding * growth,
        child: grownNode(node.child, growth),
      };
    default:
      return { ...node, ...cell };
  }
}
