/**
 * The shape of a layout file (`resources/labels/<name>.json`): which fields a label has, in which
 * order, how large, and which of them are given up first on small paper.
 * `resources/labels/README.md` describes it for those who write one. Lengths are mm.
 */
import { z } from "zod";

/** Everything a label can say. A layout names these; what is empty takes no room. */
export const LABEL_FIELDS = [
  "carrier",
  "service",
  "madeOn",
  "logo",
  "return",
  "returnNote",
  "routing.large",
  "routing.small",
  "routing.aside",
  "routing.code",
  "recipient.name",
  "recipient.address",
  "recipient.phone",
  "sender.name",
  "sender.address",
  "sender.phone",
  "cash.title",
  "cash.note",
  "cash.amount",
  "appointment",
  "promised",
  "payer",
  "piece",
  "shipmentNumber",
  "orderNumber",
  "reference",
  "desi",
  "weight",
  "note",
  "items",
  "barcode",
] as const;
export type LabelField = (typeof LABEL_FIELDS)[number];

/** What a label is printed in besides its data. */
export const LABEL_LANGUAGES = ["tr", "en"] as const;
export type LabelLanguage = (typeof LABEL_LANGUAGES)[number];

const fieldSchema = z.enum(LABEL_FIELDS);
const wordsSchema = z.record(z.enum(LABEL_LANGUAGES), z.string());
/** At the smallest, and at the largest. */
const rangeSchema = z
  .tuple([z.number().positive(), z.number().positive()])
  .refine(([least, most]) => least <= most, "the smaller number comes first");

/** In a row: its part of the width that cells of a fixed width leave, or a width. */
const cell = { share: z.number().positive().optional(), width: z.number().positive().optional() };

const textSchema = z.strictObject({
  kind: z.literal("text"),
  field: fieldSchema,
  weight: z.enum(["regular", "bold"]).default("regular"),
  /** mm per em. The smaller end is raised where the printer's dots are too coarse for it. */
  size: rangeSchema,
  /** More are taken only by a field that is never omitted. */
  lines: z.int().positive().default(1),
  align: z.enum(["left", "right", "centre"]).default("left"),
  tracking: z.number().min(0).default(0),
  caption: wordsSchema.optional(),
  /** Of the caption, mm per em; white on black is not read below 2.5. */
  captionSize: rangeSchema.optional(),
  /** 0: never omitted. The highest is given up first. */
  rank: z.int().min(0).default(0),
  /** In type no larger than that of this field, which stands before it in the same column. */
  notAbove: fieldSchema.optional(),
  ...cell,
});

/** Its entries one after the other, as many as have room; "+11 more" names the rest. */
const listSchema = z.strictObject({
  kind: z.literal("list"),
  field: fieldSchema,
  weight: z.enum(["regular", "bold"]).default("regular"),
  size: rangeSchema,
  lines: rangeSchema,
  caption: wordsSchema.optional(),
  rank: z.int().min(1),
  ...cell,
});

/** A Code128. The primary one is the parcel's barcode and spans the paper. */
const barsSchema = z.strictObject({
  kind: z.literal("bars"),
  field: fieldSchema,
  height: rangeSchema,
  isPrimary: z.boolean().default(false),
  rank: z.int().min(0).default(0),
  ...cell,
});

/** A Data Matrix, as large as its cell is wide. */
const matrixSchema = z.strictObject({
  kind: z.literal("matrix"),
  field: fieldSchema,
  rank: z.int().min(1),
  ...cell,
});

const pictureSchema = z.strictObject({
  kind: z.literal("picture"),
  field: z.literal("logo"),
  height: rangeSchema,
  rank: z.int().min(1),
  ...cell,
});

type Cell = { readonly share?: number | undefined; readonly width?: number | undefined };
export type TextNode = z.output<typeof textSchema>;
export type ListNode = z.output<typeof listSchema>;
export type BarsNode = z.output<typeof barsSchema>;
export type MatrixNode = z.output<typeof matrixSchema>;
export type PictureNode = z.output<typeof pictureSchema>;
export type ColumnNode = Cell & {
  readonly kind: "column";
  readonly gap: number;
  readonly rule?: number | undefined;
  readonly isMarked: boolean;
  readonly isWhole: boolean;
  readonly justify: "spread" | "top" | "middle";
  readonly children: readonly LayoutNode[];
};
export type RowNode = Cell & {
  readonly kind: "row";
  readonly gap: number;
  readonly divider?: number | undefined;
  readonly isFlexible: boolean;
  readonly align: "top" | "middle" | "bottom";
  readonly children: readonly LayoutNode[];
};
export type PanelNode = Cell & {
  readonly kind: "panel";
  readonly padding: number;
  readonly child: LayoutNode;
};
/** A part that several layouts share, from `parts.json`. */
type PartNode = Cell & { readonly kind: "part"; readonly name: string };
export type LayoutNode =
  | TextNode
  | ListNode
  | BarsNode
  | MatrixNode
  | PictureNode
  | ColumnNode
  | RowNode
  | PanelNode
  | PartNode;

const nodeSchema: z.ZodType<LayoutNode> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    textSchema,
    listSchema,
    barsSchema,
    matrixSchema,
    pictureSchema,
    columnSchema,
    rowSchema,
    panelSchema,
    partSchema,
  ]),
);
const childrenSchema = z.array(nodeSchema).min(1);

const boxed = { gap: z.number().min(0).default(0), ...cell };

const columnSchema = z.strictObject({
  kind: z.literal("column"),
  ...boxed,
  /** Thickness of a rule between its parts. */
  rule: z.number().positive().optional(),
  /** The word of a test or sample label stands across it. */
  isMarked: z.boolean().default(false),
  /** Left out when one of its parts is: digits without their barcode say nothing. */
  isWhole: z.boolean().default(false),
  /** How room that is left is spent: between the parts, or below them. */
  justify: z.enum(["spread", "top", "middle"]).default("top"),
  children: childrenSchema,
});

const rowSchema = z.strictObject({
  kind: z.literal("row"),
  ...boxed,
  /** Thickness of a rule between its cells. */
  divider: z.number().positive().optional(),
  /**
   * Each cell is wide enough for its longest word; what a short text leaves of its share goes to
   * the others.
   */
  isFlexible: z.boolean().default(false),
  align: z.enum(["top", "middle", "bottom"]).default("top"),
  children: childrenSchema,
});

/** White on black. */
const panelSchema = z.strictObject({
  kind: z.literal("panel"),
  padding: z.number().min(0),
  ...cell,
  child: nodeSchema,
});

const partSchema = z.strictObject({ kind: z.literal("part"), name: z.string(), ...cell });

export const partsSchema = z.record(z.string(), nodeSchema);

export const layoutSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^[a-z-]+$/),
  /** A changed layout is a new version: labels bought under the old one are drawn by it again. */
  version: z.int().positive(),
  title: wordsSchema,
  /**
   * Of its shared parts. A changed part is another file, which only new versions of layouts name.
   */
  parts: z
    .string()
    .regex(/^parts(-\d+)?\.json$/)
    .default("parts.json"),
  /** Left free on each side. */
  margin: z.number().min(1),
  /**
   * By the shape of the paper: the first whose bounds hold is taken, unless a later one gives up
   * less.
   */
  arrangements: z
    .array(
      z.strictObject({
        minWidth: z.number().default(0),
        minHeight: z.number().default(0),
        root: nodeSchema,
      }),
    )
    .min(1),
});
export type LabelLayout = z.output<typeof layoutSchema>;
