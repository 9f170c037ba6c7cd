/**
 * The Pack screen's state, and the calls its steps ask for. The last result outlives the order it
 * came from.
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
import { nextQueued } from "./scan/scan-queue.ts";

/** A label that was bought, as it is named to the packer. */
export type Bought = {
  readonly shipmentID: string;
  readonly orderNumber: string;
  readonly serviceName: string;
  readonly amount: string;
  readonly currency: string;
};

/** What the status bar shows while the next order is already on the table. */
export type LastResult = Bought & {
  readonly kind: "bought" | "cancelled" | "reprinted";
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  readonly printJobID: string | null;
  /** Its label was scanned after it was printed. */
  readonly isChecked?: true;
};

export type PackSlice = {
  readonly pack: PackStep;
  /** Codes that were scanned meanwhile and are opened next, in order. */
  readonly queue: readonly string[];
  readonly last: LastResult | null;
  readonly templates: readonly ParcelTemplate[];
  dispatchPack(event: PackEvent): void;
  /** Reads the open order again when it is the one that changed. */
  refreshParcel(shipmentID: string): Promise<void>;
  loadTemplates(): Promise<void>;
  setLast(last: LastResult): void;
};

/** The state of the screen, and how its step changes. */
type Table = {
  readonly set: SetState<PackSlice>;
  readonly get: GetState<PackSlice>;
  readonly dispatch: (event: PackEvent) => void;
};
type StepNamed<Step extends PackStep["step"]> = Extract<PackStep, { step: Step }>;

/** The Pack screen's slice: no order, nothing waiting. */
export const createPackSlice: StateCreator<PackSlice> = (set, get) => {
  const dispatch = (event: PackEvent): void => {
    const { pack: before, queue: waiting } = get();
    const { pack: now, queue } = nextQueued({ pack: before, queue: waiting }, event);
    if (now === before && queue === waiting) return;
    set({ pack: now, queue });
    if (now === before) return;
    // Entering a step is what asks for its work.
    if (now.step !== before.step || now.step === "opening") void work({ set, get, dispatch }, now);
  };

  return {
    pack: EMPTY,
    queue: [],
    last: null,
    templates: [],
    dispatchPack: dispatch,
    async refreshParcel(shipmentID) {
      const { pack } = get();
      if (
        (!isFollowed(pack) && !isDone(pack) && pack.step !== "measuring") ||
        pack.parcel.shipment.id !== shipmentID
      )
        return;
      // A refresh that fails leaves what is shown; the purchase itself fails when an offer is gone.
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
    dispatch({ type: "opened", parcel, lastID });
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
    const shipment = "shipment" in answer ? answer.shipment : answer; // a transaction is the answer to a return alone
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
    // The order's number opens the copy from now on; the cancelled label's barcode would not.
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
  { parcel, offer, printAnyway, isApproved }: StepNamed<"buying">,
): Promise<void> {
  const started = performance.now();
  try {
    const { transaction, printJob } = await (isApproved === true
      ? call(approvePurchase, { body: { offerID: offer.id, print: true } })
      : call(buyAtDesk, {
          body: { offerID: offer.id, print: true, ...(printAnyway ? { printAnyway } : {}) },
        }));
    set({
      last: {
        kind: "bought",
        shipmentID: parcel.shipment.id,
        orderNumber: orderName(parcel),
        serviceName: serviceName(parcel, offer.providerServiceCode),
        amount: transaction.totalAmount,
        currency: transaction.currency,
        at: Date.now(),
        tookMs: Math.round(performance.now() - started),
        printJobID: printJob?.id ?? null,
      },
    });
    dispatch({ type: "bought", transaction, printJob });
  } catch (error) {
    dispatch({ type: "failed", during: "buying", failure: failureOf(error) });
  }
}

/** The number an order is known by; the shipment's own when it came without an order. */
export function orderName({ shipment }: OpenedOrder): string {
  const orderNumber = shipment.order?.orderNumber ?? "";
  return orderNumber === "" ? String(shipment.organizationShipmentID) : orderNumber;
}

/** Returns the service's name, or its code when the order brings no name. */
export function serviceName(parcel: OpenedOrder, serviceCode: string): string {
  return parcel.serviceNames[serviceCode] ?? serviceCode;
}

async function findOrder(code: string): Promise<Parcel> {
  return { ...(await call(openOrder, { body: { code } })), code };
}

/** By its own number where the order's number may mean another box of it. */
async function readAgain({ code, shipment }: Parcel): Promise<Parcel> {
  const found = await findOrder(code);
  return found.shipment.id === shipment.id ? found : readByNumber({ code, shipment });
}

/** Reading by the label's barcode would count as its scan, and answer a question about its print. */
async function readByNumber({
  code,
  shipment,
}: Pick<Parcel, "code" | "shipment">): Promise<Parcel> {
  return { ...(await findOrder(numberCode(shipment.organizationShipmentID))), code };
}

/**
 * What opens the shipment of this number, and nothing that has the same digits as its order's
 * number.
 */
export function numberCode(shipmentNumber: number): string {
  return `#${shipmentNumber}`;
}
