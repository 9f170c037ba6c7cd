/** Calls of the view of manifests. */
import {
  getManifest,
  listManifestCarriers,
  printManifest,
} from "../../../core/fulfilment/papers/papers.api.ts";
import { listPrinters } from "../../../core/printing/printers.api.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { ManifestSlice } from "./manifest.slice.ts";

/** Prints a carrier's manifest if a printer has the role for it, else saves it as a PDF. */
export async function take(
  set: SetState<ManifestSlice>,
  get: GetState<ManifestSlice>,
  carrier: string,
): Promise<void> {
  if (!get().isManifestPrinted) return save(set, get, { carrier, format: "pdf" });
  if (get().manifestSaving.step === "saving") return;
  set({ manifestSaving: { step: "saving" } });
  try {
    await call(printManifest, { body: { carrier, day: get().manifestDay } });
    set({ manifestSaving: { step: "printing" } });
  } catch (error) {
    set({ manifestSaving: { step: "failed", failure: failureOf(error) } });
  }
}

/** Saves a carrier's manifest of the chosen day; ignored while another one is being saved. */
export async function save(
  set: SetState<ManifestSlice>,
  get: GetState<ManifestSlice>,
  { carrier, format }: { readonly carrier: string; readonly format: "pdf" | "xlsx" },
): Promise<void> {
  if (get().manifestSaving.step === "saving") return;
  set({ manifestSaving: { step: "saving" } });
  try {
    const query = { carrier, day: get().manifestDay, format };
    const name = await saveFile(getManifest, { query });
    set({ manifestSaving: name === null ? { step: "none" } : { step: "saved", name } });
  } catch (error) {
    set({ manifestSaving: { step: "failed", failure: failureOf(error) } });
  }
}

/** Reads the carriers of a day, and whether a printer prints manifests. */
export async function load(
  set: SetState<ManifestSlice>,
  get: GetState<ManifestSlice>,
  day: string,
): Promise<void> {
  // The list of the same day stays while it is read again.
  set({
    manifestDay: day,
    manifestFailure: null,
    ...(day === get().manifestDay ? {} : { manifestCarriers: undefined }),
  });
  // Without an answer, a manifest can still be saved as a file.
  void call(listPrinters).then(
    ({ roles }) => set({ isManifestPrinted: roles.a4 !== null }),
    () => undefined,
  );
  try {
    const manifestCarriers = await call(listManifestCarriers, { query: { day } });
    if (get().manifestDay === day) set({ manifestCarriers });
  } catch (error) {
    if (get().manifestDay === day) set({ manifestFailure: failureOf(error) });
  }
}
