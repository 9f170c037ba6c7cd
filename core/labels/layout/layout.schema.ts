/**
 * Schema of a layout file (`resources/labels/<name>.json`): the fields of a label, their order and
 * size, and which of them are omitted first on small paper. `resources/labels/README.md` describes
 * layout files for authors. Lengths are mm.
 */
import { z } from "zod";

/** All fields that a layout can name; an empty field takes no room. */
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
  "cash.card",
  "appointment",
  "promised",
  "payer",
  "payer.sender",
  "payer.recipient",
  "piece",
  "shipmentNumber",
  "orderNumber",
  "reference",
  "invoiceNumber",
  "desi",
  "weight",
  "note",
  "items",
  "barcode",
] as const;
export type LabelField = (typeof LABEL_FIELDS)[number];

/** Languages of a label's fixed texts. */
export const LABEL_LANGUAGES = ["tr", "en"] as const;
export type LabelLanguage = (typeof LABEL_LANGUAGES)[number];

const fieldSchema = z.enum(LABEL_FIELDS);
const wordsSchema = z.record(z.enum(LABEL_LANGUAGES), z.string());
/** Smallest and largest value. */
const rangeSchema = z
  .tuple([z.number().positive(), z.number().positive()])
  .refine(([least, most]) => least <= most, "the smaller number must come first");

/** In a row: the node's share of the width that fixed cells leave, or a fixed width. */
const cell = { share: z.number().positive().optional(), width: z.number().positive().optional() };

const textSchema = z.strictObject({
  kind: z.literal("text"),
  field: fieldSchema,
  weight: z.enum(["regular", "bold"]).default("regular"),
  /** mm per em. The smallest size is raised where the printer's dots are too coarse for it. */
  size: rangeSchema,
  /** Highest number of lines; only a field that is never omitted may take more. */
  lines: z.int().positive().default(1),
  align: z.enum(["left", "right", "centre"]).default("left"),
  tracking: z.number().min(0).default(0),
  caption: wordsSchema.optional(),
  /** Size of the caption, mm per em; white on black is unreadable below 2.5. */
  captionSize: rangeSchema.optional(),
  /** 0: never omitted. The highest rank is omitted first. */
  rank: z.int().min(0).default(0),
  /** Limits the size to that of this field, which comes earlier in the same column. */
  notAbove: fieldSchema.optional(),
  ...cell,
});

/**
 * A list of the field's entries, in order, up to the available room; "+11 more" counts the rest.
 */
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

/** A Code 128. The primary one is the parcel's barcode and spans the paper. */
const barsSchema = z.strictObject({
  kind: z.literal("bars"),
  field: fieldSchema,
  height: rangeSchema,
  isPrimary: z.boolean().default(false),
  rank: z.int().min(0).default(0),
  ...cell,
});

/**
 * A Data Matrix that fills the width of its cell, up to its largest module. The check before
 * printing refuses a 2-D code with another text than the barcode's.
 */
const matrixSchema = z.strictObject({
  kind: z.literal("matrix"),
  field: z.literal("barcode"),
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
/** A part that several layouts share, from the layout's file of shared parts. */
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
  /** The mark of a test label, sample label or reprint is printed across this column. */
  isMarked: z.boolean().default(false),
  /**
   * The whole column is omitted when one of its parts is, because digits without their barcode are
   * useless.
   */
  isWhole: z.boolean().default(false),
  /** Where remaining space goes: between the parts, below them, or half above and half below. */
  justify: z.enum(["spread", "top", "middle"]).default("top"),
  children: childrenSchema,
});

const rowSchema = z.strictObject({
  kind: z.literal("row"),
  ...boxed,
  /** Thickness of a rule between its cells. */
  divider: z.number().positive().optional(),
  /**
   * Each cell is wide enough for its longest word; width that a short text does not need goes to
   * other cells.
   */
  isFlexible: z.boolean().default(false),
  align: z.enum(["top", "middle", "bottom"]).default("top"),
  children: childrenSchema,
});

/** A box whose content is printed white on black. */
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
  /**
   * A changed layout is a new version, so that reprints of older labels keep the layout with which
   * they were bought.
   */
  version: z.int().positive(),
  title: wordsSchema,
  /**
   * File of the layout's shared parts. A changed part goes into a new file, which only new layout
   * versions name.
   */
  parts: z
    .string()
    .regex(/^parts(-\d+)?\.json$/)
    .default("parts.json"),
  /** Margin on each side. */
  margin: z.number().min(1),
  /**
   * Variants for paper shapes: the first variant whose limits the paper meets is used, unless a
   * later variant omits less.
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
