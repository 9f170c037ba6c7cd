/**
 * The notice, a line about the order on the screen: what a key or a scan did, or why it did
 * nothing. The notice itself changes nothing.
 */
import type { StateCreator } from "zustand";
import type { OrderChange } from "../../../core/shipping/order-changes/order-changes.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { parcelOf, type PackStep } from "./pack-step.ts";
import { isUnprinted } from "./prints/unfinished-job.ts";

/** Commands for a label: F8 cancels, F6 prints. */
export type LabelCommand = "cancel" | "print";

export type Notice =
  /** `last`: the order that the key would act on once the open order is closed; null: none. */
  | {
      readonly kind: "nothingToCancel" | "nothingToPrint";
      readonly order: string;
      readonly last: string | null;
    }
  /** `labelAwaited`: the carrier has the order and has not made its label yet. */
  | {
      readonly kind: "labelAwaited" | "stillOpen" | "cancelledAlready" | "withCarrier";
      readonly order: string;
    }
  /**
   * F9: the order was put on hold or released; `notHeld`: the order has its label; `returnNotHeld`:
   * the order is a return.
   */
  | { readonly kind: "held" | "released" | "notHeld" | "returnNotHeld"; readonly order: string }
  /** No order is open, and there is no last label that the command could act on. */
  | { readonly kind: "noOrder"; readonly command: LabelCommand }
  /** F6: the label is still in the print queue and is not queued a second time. */
  | { readonly kind: "notDoubled"; readonly order: string; readonly job: PrintJob }
  /** The scanned code is an item of the order. `tooMany`: all its pieces were counted before. */
  | { readonly kind: "item" | "tooMany"; readonly title: string; readonly quantity: number }
  /**
   * One piece was counted. `isLast`: all pieces that have a code were counted. `withCode`: number
   * of the order's pieces that have a code. `all`: number of all its pieces.
   */
  | {
      readonly kind: "counted";
      readonly title: string;
      readonly scanned: number;
      readonly quantity: number;
      readonly isLast: boolean;
      readonly withCode: number;
      readonly all: number;
    }
  | {
      readonly kind: "notCounted";
      readonly title: string;
      readonly code: string;
      readonly message: string;
    }
  /** Another box of the order was added and waits, with this many pieces. */
  | { readonly kind: "boxAdded"; readonly no: number; readonly pieces: number }
  | { readonly kind: "boxRemoved" | "boxHasLabel"; readonly no: number }
  /** Orders of the recipient were joined to the open one, or separated again. */
  | { readonly kind: "joined" | "separated"; readonly count: number }
  /** The order was given the content of its file, or is kept as it is. */
  | { readonly kind: "changeTaken"; readonly of: OrderChange["kind"] }
  | { readonly kind: "changeKept" }
  | { readonly kind: "oneBox"; readonly order: string }
  | { readonly kind: "noBox"; readonly code: string; readonly message: string };

type PlacedNotice = { readonly notice: Notice; readonly place: string };

export type NoticeSlice = {
  readonly placedNotice: PlacedNotice | null;
  showNotice(notice: Notice, pack: PackStep): void;
  forgetNotice(): void;
};

/** Creates the slice without a notice. */
export const createNoticeSlice: StateCreator<NoticeSlice> = (set) => ({
  placedNotice: null,
  showNotice: (notice, pack) => set({ placedNotice: { notice, place: placeOf(pack) } }),
  forgetNotice: () => set({ placedNotice: null }),
});

type Now = {
  readonly placedNotice: PlacedNotice | null;
  readonly pack: PackStep;
  readonly printJobs: readonly PrintJob[];
};

/**
 * Returns the notice to show; null once another order or step is shown, and once the label that the
 * notice is about no longer waits for its printer.
 */
export function noticeOf({ placedNotice, pack, printJobs }: Now): Notice | null {
  if (placedNotice === null || placedNotice.place !== placeOf(pack)) return null;
  const { notice } = placedNotice;
  const job =
    notice.kind === "notDoubled" ? printJobs.find(({ id }) => id === notice.job.id) : undefined;
  return job === undefined || isUnprinted(job.status) ? notice : null;
}

export type CoveredFailure = Extract<PackStep, { step: "failed" }>;

/** Returns the failure whose panel an open question covers, for the notice bar; else null. */
export function coveredFailureOf({
  pack,
  asked,
}: {
  readonly pack: PackStep;
  readonly asked: object | null;
}): CoveredFailure | null {
  return asked !== null && pack.step === "failed" ? pack : null;
}

/**
 * Names the order and step that a notice belongs to. Entering a measure and waiting for new offers
 * count as the offers step, so that notices of the offers stay valid.
 */
function placeOf(pack: PackStep): string {
  const step = pack.step === "measuring" || pack.step === "quoting" ? "offers" : pack.step;
  return `${step} ${parcelOf(pack)?.shipment.id ?? ""}`;
}
