import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import {
  createHandOverSlice,
  soundOfTruck,
} from "../../../../renderer/features/trucks/hand-over.slice.ts";

afterEach(() => vi.unstubAllGlobals());

const answered = (data: unknown) => ({
  ok: true,
  value: { status: 200, body: { result: true, data } },
});
const ENDED = { id: "m", providerCode: "GERCEK", carrierName: "Gerçek", parcels: 2 };
const SCANNED = { step: "loaded", parcel: {}, providerCode: "GERCEK", carrierName: "Gerçek" };

/** Opens a truck whose station answers the end of the loading only when `endsNow` is called. */
function truck() {
  const calls: string[] = [];
  const { promise: end, resolve: endsNow } = Promise.withResolvers<void>();
  const invoke = async (channel: string, { path }: { readonly path: string }) => {
    if (channel === "window:saveFile")
      return { ok: true, value: { status: 200, body: null, savedAs: null } };
    if (path.endsWith("/end")) {
      calls.push("end");
      await end;
      return answered(ENDED);
    }
    if (path.endsWith("/scans")) {
      calls.push("scan");
      return answered(SCANNED);
    }
    return answered(path.endsWith("/printers") ? { list: [], roles: { a4: null } } : null);
  };
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore(createHandOverSlice);
  const sounds: string[] = [];
  store.subscribe((now, before) => {
    const sound = soundOfTruck(now, before);
    if (sound !== null) sounds.push(sound);
  });
  store.getState().chooseTruck("GERCEK");
  return { store, calls, endsNow, sounds };
}

it("a scan while a loading is being ended waits, goes onto the next truck, and keeps a missing manifest shown", async () => {
  const { store, calls, endsNow, sounds } = truck();
  store.getState().answerEnd(true);
  const scanned = store.getState().scanParcel("G1");
  await vi.waitFor(() => expect(calls).toEqual(["end"]));
  expect(store.getState().ending.step).toBe("sending");
  endsNow();
  await scanned;
  expect(calls).toEqual(["end", "scan"]);
  await vi.waitFor(() => expect(store.getState().olderPaper.step).toBe("unsaved"));
  expect([store.getState().ending.step, store.getState().lastScan.step, sounds]).toEqual([
    "none",
    "counted",
    ["done", "done"],
  ]);
});
