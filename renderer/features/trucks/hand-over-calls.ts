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
import type { Act, HandOverSlice, Paper } from "./hand-over.slice.ts";

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
      lastScan: { step: "counted", no, scanned },
      truckCarrier: scanned.providerCode,
      ending: { step: "none" },
    });
  } catch (error) {
    set({
      lastScan: { step: "refused", no, code, act, failure: failureOf(error) },
      ending: { step: "none" },
    });
  }
  void get().loadHandOver();
}

/** Ends the loading, and makes the manifest. */
export async function end(
  set: SetState<HandOverSlice>,
  get: GetState<HandOverSlice>,
): Promise<void> {
  const { truckCarrier: carrier, ending } = get();
  if (carrier === "" || ending.step === "sending") return;
  set({ ending: { step: "sending" }, lastScan: { step: "none" } });
  try {
    const handOver = await call(endHandOver, { body: { carrier } });
    set({ ending: { step: "ended", handOver, paper: { step: "making" } } });
    void get().loadHandOver();
    const paper = await paperOf(handOver.id, get().hasPaperPrinter ? "paper" : "pdf");
    const now = get().ending;
    if (now.step === "ended" && now.handOver.id === handOver.id) set({ ending: { ...now, paper } });
  } catch (error) {
    set({ ending: { step: "failed", failure: failureOf(error) } });
    void get().loadHandOver();
  }
}

/** Prints or saves a manifest. */
export async function paperOf(id: string, as: "paper" | "pdf" | "xlsx"): Promise<Paper> {
  const params = { handOverID: id };
  try {
    if (as === "paper") {
      await call(printHandOverManifest, { params });
      return { step: "printed" };
    }
    const name = await saveFile(getHandOverManifest, { params, query: { format: as } });
    return name === null ? { step: "none" } : { step: "saved", name };
  } catch (error) {
    return { step: "failed", failure: failureOf(error) };
  }
}
