/**
 * The papers of the desk beside single labels, as data: what crosses to the thread that draws them.
 */
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi, LabelModel, LabelParty, Logo } from "../labels.schema.ts";
import type { LabelLanguage } from "../layout/layout.schema.ts";

export const PAPER_SIZES = {
  A4: { widthMm: 210, heightMm: 297 },
  A5: { widthMm: 148, heightMm: 210 },
} as const;

export type SlipPaper = "A4" | "A5";

type PaperMark = LabelModel["mark"];

export type PackingSlip = {
  readonly paper: SlipPaper;
  readonly language: LabelLanguage;
  readonly sender: LabelParty;
  readonly logo: Logo | null;
  readonly recipient: LabelParty;
  readonly shipmentNumber: number;
  /** "" for a shipment without an order. */
  readonly orderNumber: string;
  /** An instant. */
  readonly madeAt: string;
  readonly items: readonly {
    readonly title: string;
    readonly variant: string;
    readonly sku: string;
    readonly quantity: number;
  }[];
  /** "" without one; may have several lines. */
  readonly note: string;
  /** The label that is in force; null before a purchase. */
  readonly bought: {
    readonly carrierName: string;
    readonly serviceName: string;
    readonly barcode: string;
  } | null;
  /** Where the recipient follows the parcel, an https address; "" for none. */
  readonly followURL: string;
  readonly mark: PaperMark;
};

export type ManifestHead = {
  readonly language: LabelLanguage;
  readonly organizationName: string;
  readonly carrierName: string;
  /** YYYY-MM-DD, by Turkish time. */
  readonly day: string;
  /** An instant. */
  readonly madeAt: string;
  readonly mark: PaperMark;
};

/** A line of a manifest. */
export type ManifestParcel = {
  readonly number: number;
  readonly barcode: string;
  readonly recipient: string;
  readonly district: string;
  readonly city: string;
  /** "2.5"; "" when it is not known. */
  readonly desi: string;
  readonly weightKg: string;
  /** Collected at the door, minor units and "TL"; 0 and "" when nothing is. */
  readonly cashMinor: number;
  readonly currency: string;
  readonly pieces: number;
  /** An instant: when the label was bought. */
  readonly boughtAt: string;
};

/** A sheet of control barcodes. `text` is what a scan reads. */
export type ControlCard = {
  readonly language: LabelLanguage;
  /** An instant. */
  readonly madeAt: string;
  readonly codes: readonly { readonly text: string; readonly caption: string }[];
};

/** What a paper is, without the parts it lists. */
export type PaperOrder =
  | { readonly kind: "slip"; readonly slip: PackingSlip }
  | { readonly kind: "card"; readonly card: ControlCard }
  | { readonly kind: "manifest"; readonly format: "pdf" | "xlsx"; readonly head: ManifestHead }
  /** `sheet`: four to a page of A4; null: each label on a page of its own size. */
  | {
      readonly kind: "labels";
      readonly title: string;
      readonly madeAt: string;
      readonly sheet: { readonly startAt: number; readonly hasCutMarks: boolean } | null;
    };

/** The turn of a paper of many parts. */
export type LargePaper = {
  /** Whose it is: the papers of one wait for a paper of each other. */
  readonly caller: string;
  /** Asked when its turn comes. @throws AppError when the caller has gone: it is not begun then. */
  readonly requireCaller: () => Promise<void>;
};

/** Some of the parts, in their order: labels of sheets, parcels of manifests. A slip has none. */
export type PaperBatch = {
  readonly labels?: readonly {
    readonly model: LabelModel;
    readonly media: Media;
    readonly dpi: Dpi;
  }[];
  readonly parcels?: readonly ManifestParcel[];
};
