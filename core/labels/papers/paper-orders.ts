/** Data types of papers other than single labels, as they are sent to the drawing thread. */
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
  /** Numbers of the invoices of the orders in the parcel; "" for none. */
  readonly invoiceNumber: string;
  /** An instant. */
  readonly madeAt: string;
  readonly items: readonly {
    readonly title: string;
    readonly variant: string;
    readonly sku: string;
    readonly quantity: number;
  }[];
  /** "" for none; may have several lines. */
  readonly note: string;
  /** The label in force; null before a purchase. */
  readonly bought: {
    readonly carrierName: string;
    readonly serviceName: string;
    readonly barcode: string;
  } | null;
  /** https address at which the recipient can follow the parcel; "" for none. */
  readonly followURL: string;
  readonly mark: PaperMark;
};

export type ManifestHead = {
  readonly language: LabelLanguage;
  readonly organizationName: string;
  readonly carrierName: string;
  /** YYYY-MM-DD, in Turkish time. */
  readonly day: string;
  /** An instant. */
  readonly madeAt: string;
  readonly mark: PaperMark;
  /**
   * When the parcels that are not on the truck were read, an instant; absent: the manifest does not
   * list such parcels.
   */
  readonly stayingAt?: string;
};

/** One line of a manifest. */
export type ManifestParcel = {
  readonly number: number;
  readonly barcode: string;
  readonly recipient: string;
  readonly district: string;
  readonly city: string;
  /** "2.5"; "" when unknown. */
  readonly desi: string;
  readonly weightKg: string;
  /** Cash on delivery in minor units, and its currency such as "TL"; 0 and "" for none. */
  readonly cashMinor: number;
  readonly currency: string;
  readonly pieces: number;
  /** An instant: when the label was bought. */
  readonly boughtAt: string;
  /** Whether the parcel must be announced, and its carrier has not confirmed it. */
  readonly isUnannounced: boolean;
};

/** A sheet of control barcodes. `text` is the content of a barcode. */
export type ControlCard = {
  readonly language: LabelLanguage;
  /** An instant. */
  readonly madeAt: string;
  readonly codes: readonly { readonly text: string; readonly caption: string }[];
  /** Whether the sheet has a member's badge instead of control barcodes. */
  readonly isBadge?: boolean;
};

/** The items of several orders by shelf. */
export type PickPaper = {
  readonly language: LabelLanguage;
  readonly organizationName: string;
  /** An instant. */
  readonly madeAt: string;
  /** Number of orders. */
  readonly orders: number;
  /** Orders that are left out. */
  readonly leftOut: readonly string[];
  readonly items: readonly {
    /** "" when it is unknown. */
    readonly shelf: string;
    readonly stockCode: string;
    readonly title: string;
    readonly quantity: number;
    readonly orders: readonly { readonly order: string; readonly quantity: number }[];
  }[];
};

/** A paper to write, without the parts that follow in batches. */
export type PaperOrder =
  | { readonly kind: "slip"; readonly slip: PackingSlip }
  | { readonly kind: "card"; readonly card: ControlCard }
  | { readonly kind: "picks"; readonly list: PickPaper }
  | { readonly kind: "manifest"; readonly format: "pdf" | "xlsx"; readonly head: ManifestHead }
  /**
   * `sheet`: four labels per A4 page, the first label at position `startAt`, from 1; null: each
   * label on a page of its own size.
   */
  | {
      readonly kind: "labels";
      readonly title: string;
      readonly madeAt: string;
      readonly sheet: { readonly startAt: number; readonly hasCutMarks: boolean } | null;
    };

/** A request to write a large paper in turn. */
export type LargePaper = {
  /** Key of the caller; callers with waiting papers take turns. */
  readonly caller: string;
  /**
   * Called when the paper's turn comes.
   * @throws AppError when the caller has gone; the paper is not started then.
   */
  readonly requireCaller: () => Promise<void>;
};

/**
 * Some of a paper's parts, in order: labels for a file of labels, parcels for a manifest. Slips and
 * cards have no batches.
 */
export type PaperBatch = {
  readonly labels?: readonly {
    readonly model: LabelModel;
    readonly media: Media;
    readonly dpi: Dpi;
  }[];
  readonly parcels?: readonly ManifestParcel[];
  /** Parcels that stay here, after all parcels that the courier takes. */
  readonly staying?: readonly ManifestParcel[];
};
