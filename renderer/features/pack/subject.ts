/**
 * Selects the label that F6 and F8 act on: the label of the open order, or without an open order
 * the label of the last result. Pure.
 */
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { moneyAfter } from "../../lib/failure.ts";
import type { LabelCommand, Notice } from "./notice.slice.ts";
import { parcelOf, type PackStep, type Parcel } from "./pack-step.ts";
import { orderName, paidAt, serviceName, type Bought, type LastResult } from "./pack.slice.ts";

export type Subject =
  | { readonly kind: "label"; readonly label: Bought }
  /**
   * The open order has no label for this command, and no other order is used instead; or there is
   * no order at all.
   */
  | { readonly kind: "none"; readonly notice: Notice }
  /** An order is being opened, so the label is not known yet. */
  | { readonly kind: "unknown" };

const CANCELLABLE: ReadonlySet<Shipment["statusCode"]> = new Set([
  "TRACKING_CODE_CREATED",
  "LABEL_PRINTED",
]);
const UNLABELLED: ReadonlySet<Shipment["statusCode"]> = new Set(["CREATED", "GOT_OFFERS"]);

/** Returns the label that a command acts on, or a notice that says why there is none. */
export function subjectOf(
  { pack, last }: { readonly pack: PackStep; readonly last: LastResult | null },
  command: LabelCommand,
): Subject {
  const parcel = parcelOf(pack);
  // The order that is being opened is not known yet.
  if (pack.step === "opening") return { kind: "unknown" };
  const before = last === null || last.kind === "cancelled" ? null : last;
  if (parcel !== null) return ofParcel(parcel, openPurchase(pack, parcel), command, before);
  return before === null
    ? { kind: "none", notice: { kind: "noOrder", command } }
    : { kind: "label", label: before };
}

/** Returns whether F8 acts on the last purchase now; its hint is shown only then. */
export function actsOnLastPurchase(now: {
  readonly pack: PackStep;
  readonly last: LastResult | null;
}): boolean {
  const subject = subjectOf(now, "cancel");
  return subject.kind === "label" && subject.label.shipmentID === now.last?.shipmentID;
}

/**
 * Returns how the purchase of the order is open; undefined: it is not. The parcel of a failed
 * purchase was read before the purchase.
 */
function openPurchase(
  pack: PackStep,
  { shipment, isLabelAwaited }: Parcel,
): "labelAwaited" | "stillOpen" | undefined {
  if (pack.step === "failed" && pack.during === "buying") {
    const money = moneyAfter(pack.failure, pack.during);
    if (money === "held") return "labelAwaited";
    if (money === "unknown") return "stillOpen";
  }
  const isOpen = pack.step === "buying" || shipment.statusCode === "OFFER_ACCEPTED";
  return isOpen ? (isLabelAwaited ? "labelAwaited" : "stillOpen") : undefined;
}

function ofParcel(
  parcel: Parcel,
  open: ReturnType<typeof openPurchase>,
  command: LabelCommand,
  before: Bought | null,
): Subject {
  const order = orderName(parcel);
  const { statusCode } = parcel.shipment;
  const none = (
    kind: "labelAwaited" | "stillOpen" | "cancelledAlready" | "withCarrier",
  ): Subject => ({
    kind: "none",
    notice: { kind, order },
  });
  if (open !== undefined) return none(open);
  if (statusCode === "CANCELED") return none("cancelledAlready");
  if (UNLABELLED.has(statusCode)) {
    return {
      kind: "none",
      notice: {
        kind: command === "cancel" ? "nothingToCancel" : "nothingToPrint",
        order,
        last: before?.orderNumber ?? null,
      },
    };
  }
  if (command === "cancel" && !CANCELLABLE.has(statusCode)) return none("withCarrier");
  return { kind: "label", label: boughtOf(parcel) };
}

function boughtOf(parcel: Parcel): Bought {
  const { id: shipmentID, totalAmount: amount, currency, providerServiceCode } = parcel.shipment;
  return {
    shipmentID,
    orderNumber: orderName(parcel),
    serviceName: serviceName(parcel, providerServiceCode),
    amount,
    currency,
    ...paidAt(parcel.shipment.acceptedOffer),
  };
}
