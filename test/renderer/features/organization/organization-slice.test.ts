import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { createOrganizationSlice } from "../../../../renderer/features/organization/organization.slice.ts";
import {
  isOwnReference,
  newReference,
} from "../../../../renderer/features/organization/own-reference.ts";

it("a refused attempt hides the last success, and does not change a running attempt", () => {
  const store = createStore(createOrganizationSlice);
  for (const form of ["savingSender", "toppingUp", "savingNames"] as const) {
    store.setState({ [form]: { step: "saved" } });
    store.getState().forgetTry(form);
    expect(store.getState()[form]).toEqual({ step: "none" });
    store.setState({ [form]: { step: "saving" } });
    store.getState().forgetTry(form);
    expect(store.getState()[form]).toEqual({ step: "saving" });
  }
});

afterEach(() => vi.unstubAllGlobals());

it.each(["answered", "failed"])(
  "opening the form again, with its reading %s, allows no second save while the first save runs",
  async (reading) => {
    let reads = 0;
    const answerSaves: (() => void)[] = [];
    const invoke = async (_: string, { method }: { readonly method: string }) => {
      if (method === "GET") {
        reads += 1;
        if (reads > 1 && reading === "failed") throw new Error("no answer");
        return { ok: true, value: { body: { result: true, data: [] } } };
      }
      await new Promise<void>((resolve) => answerSaves.push(resolve));
      return { ok: true, value: { body: { result: true, data: { id: "sender" } } } };
    };
    vi.stubGlobal("window", { bridge: { invoke } });
    const store = createStore(createOrganizationSlice);
    await store.getState().loadSender();
    const save = (): Promise<void> => store.getState().saveSender({} as never);
    const saving = save();
    await store.getState().loadSender();
    const again = save();
    const saves = answerSaves.length;
    for (const answer of answerSaves) answer();
    await Promise.all([saving, again]);
    expect([saves, store.getState().savingSender, store.getState().sender]).toEqual([
      1,
      { step: "saved" },
      { id: "sender" },
    ]);
  },
);

it("generated references are distinguished from references of a bank", () => {
  expect([newReference(), "dekont 42", "desk 12", ""].map(isOwnReference)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
