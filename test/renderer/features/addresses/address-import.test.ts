import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import {
  createAddressesSlices,
  type AddressesSlices,
} from "../../../../renderer/features/addresses/use-addresses.ts";

const FILE = { id: "file", fileName: "a.csv", good: 400 };
/** The file that the person chooses; null: closes the dialog without a choice. */
let chosen: { readonly name: string; readonly base64: string } | null;
let dialogs: number;
/** Answers one waiting call that imports 200 rows. */
let answerRows: (() => void)[];

beforeEach(() => {
  chosen = { name: "a.csv", base64: "" };
  dialogs = 0;
  answerRows = [];
  let done = 0;
  const dataOf = async (path: string): Promise<unknown> => {
    if (!path.endsWith("/take")) return path.includes("imports") ? FILE : { list: [], total: 0 };
    await new Promise<void>((resolve) => answerRows.push(resolve));
    return { done: (done += 200), total: 400, added: done, known: 0 };
  };
  vi.stubGlobal("window", {
    bridge: {
      invoke: async (channel: string, { path }: { readonly path: string }) => {
        if (channel !== "window:chooseFile")
          return { ok: true, value: { body: { result: true, data: await dataOf(path) } } };
        dialogs += 1;
        return { ok: true, value: chosen };
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const createBook = () =>
  createStore<AddressesSlices>()((...args) =>
    createAddressesSlices(...(args as unknown as Parameters<typeof createAddressesSlices>)),
  );

async function answerOnce(): Promise<void> {
  await vi.waitFor(() => expect(answerRows).toHaveLength(1));
  answerRows.pop()?.();
}

it("while an import is being stopped no other file can be chosen, and the import stops", async () => {
  const store = createBook();
  await store.getState().chooseAddressFile();
  const importing = store.getState().takeAddressFile();
  store.getState().stopAddressImport();
  await store.getState().chooseAddressFile();
  await answerOnce();
  await importing;
  expect([dialogs, store.getState().addressImport]).toMatchObject([
    1,
    { step: "stopped", file: FILE, progress: { done: 200 } },
  ]);
});

it("closing the file dialog keeps the checked or stopped file with its progress", async () => {
  const store = createBook();
  const cancel = async (): Promise<void> => {
    chosen = null;
    await store.getState().chooseAddressFile();
  };
  await cancel();
  expect(store.getState().addressImport).toEqual({ step: "none" });

  chosen = { name: "a.csv", base64: "" };
  await store.getState().chooseAddressFile();
  await cancel();
  expect(store.getState().addressImport).toEqual({ step: "checked", file: FILE });

  const importing = store.getState().takeAddressFile();
  store.getState().stopAddressImport();
  await answerOnce();
  await importing;
  const stopped = store.getState().addressImport;
  await cancel();
  expect([stopped.step, store.getState().addressImport]).toEqual(["stopped", stopped]);
});
