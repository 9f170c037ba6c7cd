/**
 * State of the Pack screen, and the API calls of its steps. The last result stays after its order
 * is closed.
 */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { listParcelTemplates } from "../../../core/shipping/parcels/parcels.api.ts";
import {
  approvePurchase,
  buyAtDesk,
  openOrder,
  packOrderAgain,
} from "../../../core/station/station.api.ts";
import { updateShipment } from "../../../core/fulfilment/transactions/copies.api.ts";
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import type { ParcelTemplate } from "../../../core/shipping/parcels/parcels.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import {
  EMPTY,
  isDone,
  isFollowed,
  isLabelCode,
  type PackEvent,
  type PackStep,
  type Parcel,
} from "./pack-step.ts";
import { nextQueued, type QueuedCode } from "./scan/scan-queue.ts";

/** A bought label, with the facts shown to the packer. */
export type Bought = {
  readonly shipmentID: string;
  readonly orderNumber: string;
  readonly serviceName: string;
  readonly amount: string;
  readonly currency: string;
  /** Marketplace whose balance paid; absent when the label was paid here, or it is not known. */
  readonly paidAt?: string;
};

/** The last result, which stays in the status bar while the packer works on the next order. */
export type LastResult = Bought & {
  readonly kind: "bought" | "cancelled" | "reprinted";
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  readonly printJobID: string | null;
  /** Whether the label was scanned after it was printed. */
  readonly isChecked?: true;
};

export type PackSlice = {
  readonly pack: PackStep;
  /** Codes that came while a purchase runs or its failure is shown; opened later in this order. */
  readonly queue: readonly QueuedCode[];
  readonly last: LastResult | null;
  readonly templates: readonly ParcelTemplate[];
  /**
   * The change of an order in a file whose question was put off; it is asked again before the
   * purchase, and when an order is opened.
   */
  readonly changePutOff: string | null;
  dispatchPack(event: PackEvent): void;
  /**
   * Reads the open order again if it is this shipment; does nothing in a step that must keep its
   * order unchanged, such as a running purchase.
   */
  refreshParcel(shipmentID: string): Promise<void>;
  loadTemplates(): Promise<void>;
  setLast(last: LastResult): void;
};

/** The state of the screen, and how to change its step. */
type Table = {
  readonly set: SetState<PackSlice>;
  readonly get: GetState<PackSlice>;
  readonly dispatch: (event: PackEvent) => void;
};
type StepNamed<Step extends PackStep["step"]> = Extract<PackStep, { step: Step }>;

/** Creates the slice: no order, empty queue. */
export const createPackSlice: StateCreator<PackSlice> = (set, get) => {
  const dispatch = (event: PackEvent): void => {
    const { pack: before, queue: waiting } = get();
    const { pack: now, queue } = nextQueued({ pack: before, queue: waiting }, event);
    if (now === before && queue === waiting) return;
    set({ pack: now, queue });
    if (now === before) return;
    // Entering a step starts its work.
    if (now.step !== before.step || now.step === "opening") void work({ set, get, dispatch }, now);
  };

  return {
    pack: EMPTY,
    queue: [],
    last: null,
    templates: [],
    changePutOff: null,
    dispatchPack: dispatch,
    async refreshParcel(shipmentID) {
      const { pack } = get();
      if (
        (!isFollowed(pack) && !isDone(pack) && pack.step !== "measuring") ||
        pack.parcel.shipment.id !== shipmentID
      )
        return;
      // A failed refresh leaves the shown order; the purchase itself fails when an offer no longer
      // exists.
      const read = isDone(pack) ? readByNumber(pack.parcel) : readAgain(pack.parcel);
      const parcel = await read.catch(() => null);
      if (parcel !== null) dispatch({ type: "refreshed", parcel });
    },
    async loadTemplates() {
      set({ templates: await call(listParcelTemplates).catch(() => []) });
    },
    setLast: (last) => set({ last }),
  };
};

function work(table: Table, now: PackStep): Promise<void> | void {
  if (now.step === "opening") return openCode(table, now.code);
  if (now.step === "quoting") return quote(table, now);
  if (now.step === "buying") return buy(table, now);
  if (now.step === "copying") return packAgain(table, now);
}

async function openCode({ set, get, dispatch }: Table, code: string): Promise<void> {
  try {
    const parcel = await findOrder(code);
    const { pack, last } = get();
    const lastID = last === null || last.kind === "cancelled" ? null : last.shipmentID;
    if (
      last !== null &&
      pack.step === "opening" &&
      pack.code === code &&
      parcel.shipment.id === lastID &&
      isLabelCode(parcel)
    )
      set({ last: { ...last, isChecked: true } });
    set({ changePutOff: null });
    dispatch({ type: "opened", parcel, lastID });
    // The label was scanned back: the order that was scanned before it opens now.
    if (parcel.nextCode !== "") dispatch({ type: "scanned", code: parcel.nextCode });
  } catch (error) {
    const { pack } = get();
    if (pack.step === "opening" && pack.code === code)
      dispatch({ type: "failed", during: "opening", failure: failureOf(error) });
  }
}

async function quote(
  { dispatch }: Pick<Table, "dispatch">,
  { parcel, measures }: StepNamed<"quoting">,
): Promise<void> {
  try {
    const answer = await call(updateShipment, {
      params: { shipmentID: parcel.shipment.id },
      body: measures,
    });
    // Only a purchase of a return's label is answered with a transaction.
    const shipment = "shipment" in answer ? answer.shipment : answer;
    // The reasons for missing offers come with the order, not with the shipment.
    const fresh = await readAgain(parcel);
    dispatch({
      type: "opened",
      parcel: fresh.shipment.id === shipment.id ? fresh : { ...parcel, shipment, missing: [] },
    });
  } catch (error) {
    dispatch({ type: "failed", during: "quoting", failure: failureOf(error) });
  }
}

async function packAgain(
  { dispatch }: Pick<Table, "dispatch">,
  { parcel }: StepNamed<"copying">,
): Promise<void> {
  try {
    const opened = await call(packOrderAgain, { body: { shipmentID: parcel.shipment.id } });
    // From now on the order's number opens the copy; the barcode of the cancelled label would not.
    dispatch({
      type: "copied",
      of: parcel.shipment.id,
      parcel: { ...opened, code: orderName(opened) },
    });
  } catch (error) {
    dispatch({ type: "failed", during: "copying", failure: failureOf(error) });
  }
}

async function buy(
  { set, dispatch }: Pick<Table, "set" | "dispatch">,
  { parcel, offer, printAnyway, passWeight, isApproved, isAtOnce }: StepNamed<"buying">,
): Promise<void> {
  const started = performance.now();
  try {
    const { transaction, printJob, announcement } = await (isApproved === true
      ? call(approvePurchase, { body: { offerID: offer.id, print: true } })
      : call(buyAtDesk, {
          body: {
            offerID: offer.id,
            print: true,
            ...(printAnyway ? { printAnyway } : {}),
            ...(passWeight === true ? { passWeight } : {}),
            ...(isAtOnce === true ? { atOnce: true } : {}),
          },
        }));
    set({
      last: {
        kind: "bought",
        shipmentID: parcel.shipment.id,
        orderNumber: orderName(parcel),
        serviceName: serviceName(parcel, offer.providerServiceCode),
        amount: transaction.totalAmount,
        ...paidAt(offer),
        currency: transaction.currency,
        at: Date.now(),
        tookMs: Math.round(performance.now() - started),
        printJobID: printJob?.id ?? null,
      },
    });
    dispatch({ type: "bought", transaction, printJob, announcement });
  } catch (error) {
    dispatch({ type: "failed", during: "buying", failure: failureOf(error) });
  }
}

/** Returns the order's number; the shipment's own number when it has no order. */
export function orderName({ shipment }: OpenedOrder): string {
  const orderNumber = shipment.order?.orderNumber ?? "";
  return orderNumber === "" ? String(shipment.organizationShipmentID) : orderNumber;
}

/** Names the marketplace whose balance pays for an offer. */
export function paidAt(
  offer: Pick<Offer, "paidThere" | "providerAccountName"> | null,
): Pick<Bought, "paidAt"> {
  return offer?.paidThere === true ? { paidAt: offer.providerAccountName ?? "" } : {};
}

/** Returns the service's name, or its code when the order has no name for it. */
export function serviceName(parcel: OpenedOrder, serviceCode: string): string {
  return parcel.serviceNames[serviceCode] ?? serviceCode;
}

async function findOrder(code: string): Promise<Parcel> {
  return { ...(await call(openOrder, { body: { code } })), code };
}

/** Reads an order again by its code, or by its shipment number if the code finds another box. */
async function readAgain({ code, shipment }: Parcel): Promise<Parcel> {
  const found = await findOrder(code);
  return found.shipment.id === shipment.id ? found : readByNumber({ code, shipment });
}

/**
 * Reads an order by its shipment number, because reading it by the label's barcode would count as a
 * scan and answer a question about the print.
 */
async function readByNumber({
  code,
  shipment,
}: Pick<Parcel, "code" | "shipment">): Promise<Parcel> {
  return { ...(await findOrder(numberCode(shipment.organizationShipmentID))), code };
}

/**
 * Returns the code that opens the shipment with this number, and never an order whose number has
 * the same digits.
 */
export function numberCode(shipmentNumber: number): string {
  return `#${shipmentNumber}`;
}
