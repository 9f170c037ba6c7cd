/** One shipment in full: its history, money and prints, and its commands. */
import type { StateCreator } from "zustand";
import { listPrintJobs, createPrintJob } from "../../../core/printing/printing.api.ts";
import type { PrintJob, ReprintReason } from "../../../core/printing/printing.schema.ts";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import { getShipmentDetail } from "../../../core/fulfilment/history/history.api.ts";
import { askMarketplaces } from "../../../core/shipping/shipments/shipments-station.api.ts";
import { cancelShipment } from "../../../core/shipping/shipments/shipments.api.ts";
import { copyShipment, updateShipment } from "../../../core/fulfilment/transactions/copies.api.ts";
import { buyAtDesk } from "../../../core/station/station.api.ts";
import { replayDelivery } from "../../../core/fulfilment/webhooks/webhooks.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { BulkSlice } from "./bulk.slice.ts";
import { shipmentInHand, type PanelSlice } from "./panel.slice.ts";
import type { QuestionSlice } from "./question.slice.ts";

type DetailAct = "return" | "copy" | "reprint" | "cancel" | "replay" | "buy" | "quote";
type DetailActing =
  | { readonly step: "none" }
  | { readonly step: "asked" | "done"; readonly act: DetailAct; readonly id: string }
  | {
      readonly step: "failed";
      readonly act: DetailAct;
      readonly id: string;
      readonly failure: Failure;
    };

export type DetailSlice = {
  /** The shipment that was read last: the open one, or the one in the list's panel. */
  readonly shipmentDetail: {
    readonly detail: ShipmentDetail;
    readonly jobs: readonly PrintJob[];
  } | null;
  readonly detailFailure: Failure | null;
  readonly detailActing: DetailActing;
  /** Whether the question about the reason for reprinting the open shipment's label is open. */
  readonly asksReprintOpen: boolean;
  /** The offer chosen for the open return; null: the cheapest one. */
  readonly chosenOffer: string | null;
  /** Reads the shipment in hand, or reads it again. */
  loadShipmentDetail(): Promise<void>;
  askReprintOpen(asks: boolean): void;
  /** Shows the state of the label's print, as after a command that prints it. */
  showPrintState(): void;
  chooseOffer(id: string): void;
  /** Creates a return or a copy of the open shipment, and opens it. */
  copyOpen(isReturn: boolean): Promise<void>;
  reprintOpen(reason: ReprintReason | undefined): Promise<void>;
  cancelOpen(): Promise<void>;
  /** Buys the label of the open return. Prints nothing. */
  buyOpen(offerID: string): Promise<void>;
  /** Requests new offers for the open return. */
  quoteOpen(): Promise<void>;
  /** Asks the marketplaces that are asked on demand. */
  askThereOpen(): Promise<void>;
  replayOpen(webhookID: string, deliveryID: string): Promise<void>;
};

type State = SharedState & BulkSlice & DetailSlice & PanelSlice & QuestionSlice;
type Put = SetState<State>;
type Get = GetState<State>;

/** Creates the slice with nothing read. */
export const createDetailSlice: StateCreator<State, [], [], DetailSlice> = (set, get) => ({
  shipmentDetail: null,
  detailFailure: null,
  detailActing: { step: "none" },
  asksReprintOpen: false,
  chosenOffer: null,
  loadShipmentDetail: () => readOpen(set, get),
  askReprintOpen: (asksReprintOpen) => set({ asksReprintOpen, shipmentsQuestion: null }),
  showPrintState() {
    const id = shipmentInHand(get());
    if (id !== undefined) set({ detailActing: { step: "done", act: "reprint", id } });
  },
  chooseOffer: (chosenOffer) => set({ chosenOffer }),
  ...actsOnOpen(set, get),
});

/** Reads the shipment in hand with its prints. */
async function readOpen(set: Put, get: Get): Promise<void> {
  const id = shipmentInHand(get());
  if (id === undefined) return;
  if (get().shipmentDetail?.detail.shipment.id !== id)
    set({
      shipmentDetail: null,
      detailFailure: null,
      shipmentsQuestion: null,
      asksReprintOpen: false,
      chosenOffer: null,
    });
  try {
    const [detail, jobs] = await Promise.all([
      call(getShipmentDetail, { params: { shipmentID: id } }),
      call(listPrintJobs, { query: { shipmentID: id, limit: 100 } }),
    ]);
    if (shipmentInHand(get()) !== id) return;
    // Another station or a program may have cancelled the shipment, so its questions close.
    const isCancelled = detail.shipment.statusCode === "CANCELED";
    const ends = isCancelled ? { asksReprintOpen: false, shipmentsQuestion: null } : {};
    set({ shipmentDetail: { detail, jobs: jobs.list }, detailFailure: null, ...ends });
  } catch (error) {
    if (shipmentInHand(get()) === id) set({ detailFailure: failureOf(error) });
  }
}

/**
 * Runs one command at a time on the open shipment; reads the open shipment again after each
 * command.
 */
function actsOnOpen(
  set: Put,
  get: Get,
): Pick<
  DetailSlice,
  | "copyOpen"
  | "reprintOpen"
  | "cancelOpen"
  | "buyOpen"
  | "quoteOpen"
  | "askThereOpen"
  | "replayOpen"
> {
  const run = (name: DetailAct, work: Parameters<typeof act>[3]): Promise<void> =>
    act(set, get, name, work);
  return {
    copyOpen: (isReturn) =>
      run(isReturn ? "return" : "copy", async (shipmentID) => {
        const made = await call(copyShipment, { params: { shipmentID }, body: { isReturn } });
        const id = "shipment" in made ? made.shipment.id : made.id;
        // A person who has opened another shipment meanwhile stays there.
        if (shipmentInHand(get()) === shipmentID)
          get().openShipment(id, get().openedShipment?.from);
        return id;
      }),
    reprintOpen: (reason) =>
      run("reprint", (shipmentID) =>
        call(createPrintJob, {
          body: { shipmentID, ...(reason === undefined ? {} : { reason }) },
        }).then((job) => addJob(set, get, job)),
      ),
    cancelOpen: () =>
      run("cancel", (shipmentID) => call(cancelShipment, { params: { shipmentID } }).then(here)),
    buyOpen: (offerID) =>
      run("buy", () => call(buyAtDesk, { body: { offerID, print: false } }).then(here)),
    quoteOpen: () =>
      run("quote", (shipmentID) =>
        call(updateShipment, { params: { shipmentID }, body: {} }).then(here),
      ),
    askThereOpen: () =>
      run("quote", (shipmentID) => call(askMarketplaces, { params: { shipmentID } }).then(here)),
    replayOpen: (webhookID, deliveryID) =>
      run("replay", () => call(replayDelivery, { params: { webhookID, deliveryID } }).then(here)),
  };
}

/**
 * Runs a command on the shipment in hand, and shows the outcome.
 *
 * @param run Runs the command. Returns the id of the shipment that shows the outcome, if that is
 *   not the open one.
 */
async function act(
  set: Put,
  get: Get,
  name: DetailAct,
  run: (id: string) => Promise<string | undefined>,
): Promise<void> {
  const id = shipmentInHand(get());
  if (id === undefined || get().detailActing.step === "asked") return;
  set({
    detailActing: { step: "asked", act: name, id },
    shipmentsQuestion: null,
    asksReprintOpen: false,
  });
  try {
    const shownAt = await run(id);
    set({ detailActing: { step: "done", act: name, id: shownAt ?? id } });
  } catch (error) {
    set({ detailActing: { step: "failed", act: name, id, failure: failureOf(error) } });
  }
  await get().loadShipmentDetail();
}

/** Adds a created print at once, so that its state is shown, and not that of an earlier one. */
function addJob(set: Put, get: Get, job: PrintJob): undefined {
  const { shipmentDetail: read } = get();
  if (read?.detail.shipment.id === job.shipmentID)
    set({ shipmentDetail: { ...read, jobs: [job, ...read.jobs] } });
}

/** Names no other shipment, so that the open one shows the outcome. */
const here = (): undefined => undefined;
