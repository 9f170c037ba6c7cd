/** Calls of the view Hand-over. */
import {
  endHandOver,
  readHandOver,
  readTruck,
  scanHandOver,
} from "../../../core/fulfilment/hand-over/hand-over.api.ts";
import {
  getHandOverManifest,
  printHandOverManifest,
} from "../../../core/fulfilment/papers/papers.api.ts";
import { listPrinters } from "../../../core/printing/printers.api.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { Act, HandOverSlice, Paper, PaperKind } from "./hand-over.slice.ts";

/** Reads the carriers, and the truck that is being loaded. */
export async function load(
  set: SetState<HandOverSlice>,
  get: GetState<HandOverSlice>,
): Promise<void> {
  const carrier = get().truckCarrier;
  // Without an answer, a manifest can still be saved as a file.
  void call(listPrinters).then(
    ({ roles }) => set({ hasPaperPrinter: roles.a4 !== null }),
    () => undefined,
  );
  try {
    const [handOver, truck] = await Promise.all([
      call(readHandOver),
      carrier === "" ? null : call(readTruck, { params: { carrier } }),
    ]);
    set({ handOver, handOverFailure: null });
    if (get().truckCarrier === carrier) set({ truck });
  } catch (error) {
    set({ handOverFailure: failureOf(error) });
  }
}

/** Sends a scan. */
export async function scan(
  set: SetState<HandOverSlice>,
  get: GetState<HandOverSlice>,
  { code, act, pass }: { readonly code: string; readonly act: Act; readonly pass: boolean },
): Promise<void> {
  const carrier = get().truckCarrier;
  const { lastScan } = get();
  const no = (lastScan.step === "none" ? 0 : lastScan.no) + 1;
  try {
    const scanned = await call(scanHandOver, {
      body: { code, act, pass, ...(carrier === "" ? {} : { carrier }) },
    });
    // The first label chooses the truck.
    set({
      ...afterEnding(get()),
      lastScan: { step: "counted", no, scanned },
      truckCarrier: scanned.providerCode,
    });
  } catch (error) {
    set({
      ...afterEnding(get()),
      lastScan: { step: "refused", no, code, act, failure: failureOf(error) },
    });
  }
  void get().loadHandOver();
}

/**
 * Takes the result of an ending off the screen, because a scan has a newer one. A manifest that
 * is not made yet stays shown; an ending that is being sent goes on.
 */
function afterEnding({ ending, olderPaper }: HandOverSlice): Partial<HandOverSlice> {
  if (ending.step === "sending") return {};
  const isDone = olderPaper.step === "saved" || olderPaper.step === "printed";
  return {
    ending: { step: "none" },
    ...(ending.step === "ended" && ending.paper.step !== "saved" && ending.paper.step !== "printed"
      ? { olderPaper: ending.paper }
      : isDone
        ? { olderPaper: { step: "none" } }
        : {}),
  };
}

/** Ends the loading, and makes the manifest. */
export async function end(
  set: SetState<HandOverSlice>,
  get: GetState<HandOverSlice>,
): Promise<void> {
  set({ lastScan: { step: "none" }, olderPaper: { step: "none" } });
  try {
    const handOver = await call(endHandOver, { body: { carrier: get().truckCarrier } });
    set({ ending: { step: "ended", handOver, paper: { step: "none" } } });
    void get().takeManifestOf(handOver.id, get().hasPaperPrinter ? "paper" : "pdf");
  } catch (error) {
    set({ ending: { step: "failed", failure: failureOf(error) } });
  }
  void get().loadHandOver();
}

/** Prints or saves a manifest; ignored while another one is being made. */
export async function takeManifest(
  set: SetState<HandOverSlice>,
  get: GetState<HandOverSlice>,
  { id, as }: { readonly id: string; readonly as: PaperKind },
): Promise<void> {
  const { ending, olderPaper } = get();
  if (olderPaper.step === "making" || (ending.step === "ended" && ending.paper.step === "making"))
    return;
  // The result is shown also when a scan or another truck is on the screen by then.
  const show = (paper: Paper): void => {
    const now = get().ending;
    if (now.step === "ended" && now.handOver.id === id) set({ ending: { ...now, paper } });
    else set({ olderPaper: paper });
  };
  show({ step: "making" });
  show(await paperOf(id, as));
}

async function paperOf(id: string, as: PaperKind): Promise<Paper> {
  const params = { handOverID: id };
  try {
    if (as === "paper") {
      await call(printHandOverManifest, { params });
      return { step: "printed" };
    }
    const name = await saveFile(getHandOverManifest, { params, query: { format: as } });
    return name === null ? { step: "unsaved" } : { step: "saved", name };
  } catch (error) {
    return { step: "failed", failure: failureOf(error) };
  }
}
