/**
 * Pack as the home view: how it handles scans and keys, and on what content keys and presses act.
 */
import { HOLD_REASONS } from "../../../core/fulfilment/packing/packing.schema.ts";
import { REPRINT_REASONS } from "../../../core/printing/printing.schema.ts";
import type { LoneDigit } from "../../lib/lone-digit.ts";
import type { Home } from "../../store/feature.ts";
import type { OpenOrder } from "../../store/navigation.slice.ts";
import { offersOf } from "./offers/chosen-offer.ts";
import { takeControlCode } from "./scan/control-codes.ts";
import { clearFailure, runPackCommand } from "./pack-commands.ts";
import { openNumber, takeCode } from "./scan/take-code.ts";
import { nextOrder, openFirstWaiting } from "./order-commands.ts";
import { packCommandFor, type PackCommand } from "./pack-keys.ts";
import {
  canPackAgain,
  isDone,
  isBlockedByPrinter,
  isRefusedByCarrier,
  isReturn,
  parcelOf,
  type PackStep,
} from "./pack-step.ts";
import { usePack, type PackState } from "./use-pack.ts";
import { itemsToLearn } from "./scan/wrong-item.ts";
import { listedOf } from "./scan/waiting.slice.ts";

const BUSY: ReadonlySet<PackStep["step"]> = new Set<PackStep["step"]>([
  "buying",
  "quoting",
  "copying",
  "measuring",
]);

/** Steps in which the offer table may be open. */
const HAS_TABLE: ReadonlySet<PackStep["step"]> = new Set<PackStep["step"]>(["offers", "buying"]);

export const packHome: Home<PackState, PackCommand> = {
  openOrderOf,
  shows,
  takeCode,
  openNumber,
  openFirstWaiting,
  isFree: ({ pack, queue, undo }) =>
    queue.length === 0 &&
    undo.step === "none" &&
    (pack.step === "empty" ||
      pack.step === "bought" ||
      pack.step === "closed" ||
      (pack.step === "failed" && pack.parcel === null)),
  takeControl: takeControlCode,
  clearFailure,
  back() {
    const { pack, dispatchPack, tableOf, showTable, showsHeld, showHeld } = usePack.getState();
    if (HAS_TABLE.has(pack.step) && tableOf === parcelOf(pack)?.shipment.id) return showTable(null);
    if (pack.step === "empty" && showsHeld) return showHeld(false);
    if (pack.step !== "empty") dispatchPack({ type: "back" });
  },
  commandFor(pressed, now) {
    const { pack, templates, overlay, reprint, hold } = usePack.getState();
    const parcel = parcelOf(pack);
    return packCommandFor(pressed, {
      ...now,
      step: pack.step,
      choosesBox: pack.step === "measuring" && pack.measure === "box",
      offers: parcel === null ? 0 : offersOf(parcel).length,
      templates: templates.length,
      waiting:
        pack.step === "empty"
          ? listedOf(usePack.getState()).length
          : Number(isDone(pack) && nextOrder(usePack.getState()) !== null),
      again: canPackAgain(pack),
      isReturn: isReturn(pack),
      refused: isRefusedByCarrier(pack),
      blocked: isBlockedByPrinter(pack),
      learns: itemsToLearn(pack).length,
      reasons:
        overlay === "reprint" && reprint.step === "asking"
          ? REPRINT_REASONS.length
          : overlay === "hold" && hold !== null
            ? HOLD_REASONS.length
            : 0,
    });
  },
  run: runPackCommand,
  digit: {
    pressed(text, at) {
      const { pack } = usePack.getState();
      return pack.step === "offers"
        ? { text, at, shipmentID: pack.parcel.shipment.id, offerBefore: pack.offerID }
        : null;
    },
    withChoice(digit) {
      const { pack } = usePack.getState();
      return pack.step === "offers" ? { ...digit, offerBefore: pack.offerID } : digit;
    },
    restoreChoice({ shipmentID, offerBefore }: LoneDigit) {
      const { pack, dispatchPack } = usePack.getState();
      if (pack.step === "offers" && pack.parcel.shipment.id === shipmentID && offerBefore !== null)
        dispatchPack({ type: "chose", offerID: offerBefore });
    },
  },
};

function openOrderOf({ pack }: Pick<PackState, "pack">): OpenOrder {
  return {
    shipmentID: parcelOf(pack)?.shipment.id ?? null,
    is: pack.step === "empty" ? "none" : BUSY.has(pack.step) ? "busy" : "settled",
  };
}

/**
 * Names the content on which keys act. Omits the chosen offer, because the packer chose it. A
 * refusal that arrives while the label is shown changes what Enter does.
 */
function shows({ pack }: Pick<PackState, "pack">): readonly string[] {
  const parcel = parcelOf(pack);
  // Refreshed offers have new ids, but the packer sees the same service and price.
  const offers =
    parcel === null || pack.step !== "offers"
      ? []
      : offersOf(parcel).map((offer) => `${offer.providerServiceCode} ${offer.totalAmount}`);
  return [
    pack.step,
    parcel?.shipment.id ?? "",
    isRefusedByCarrier(pack) ? "refused" : "",
    ...offers,
  ];
}
