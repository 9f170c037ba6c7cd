import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import {
  createElsewhereSlice,
  type ElsewhereSlice,
} from "../../../../renderer/features/shipments/elsewhere.slice.ts";
import type { SharedState } from "../../../../renderer/store/shared.ts";

afterEach(() => vi.unstubAllGlobals());

it("printers that could not be read show the cause, unless the choice of a printer was closed meanwhile", async () => {
  let answer = (): void => undefined;
  const failed = { status: 500, body: { result: false, code: "E2000", message: "" } };
  const invoke = (): Promise<unknown> =>
    new Promise((resolve) => (answer = () => resolve({ ok: true, value: failed })));
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore<SharedState & ElsewhereSlice>(
    (...args) => createElsewhereSlice(...args) as SharedState & ElsewhereSlice,
  );
  const stepAfter = async (meanwhile: () => void): Promise<string> => {
    const asked = store.getState().askElsewhere();
    meanwhile();
    answer();
    await asked;
    return store.getState().elsewhere.step;
  };
  expect([
    await stepAfter(() => undefined),
    await stepAfter(() => void store.getState().closeElsewhere()),
  ]).toEqual(["failed", "closed"]);
});
