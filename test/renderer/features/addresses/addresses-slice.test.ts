import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import {
  createAddressesSlice,
  openAddressOf,
} from "../../../../renderer/features/addresses/addresses.slice.ts";
import { addressAt } from "../../../../renderer/features/addresses/book-pages.ts";

/** Offsets of the requested pages. The station's answer names each address by its position. */
const asked: number[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("window", {
    bridge: {
      invoke: (_channel: string, { path }: { path: string }) => {
        const query = new URL(path, "http://station").searchParams;
        const [offset, limit] = [Number(query.get("offset") ?? 0), Number(query.get("limit"))];
        asked.push(offset);
        const list = Array.from({ length: limit }, (_, i) => ({
          id: `address ${offset + i}`,
          name: `Name ${offset + i}`,
        }));
        return Promise.resolve({
          ok: true,
          value: {
            status: 200,
            body: { result: true, data: { list, total: 10_000, isMore: true } },
          },
        });
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("the pages of the visible rows are read, each once, and no page between", async () => {
  const store = createStore(createAddressesSlice);
  await store.getState().loadBook();
  await store.getState().seeBook(0, 20);
  await store.getState().seeBook(9_980, 9_999);
  await store.getState().seeBook(9_970, 9_990);
  expect(asked).toEqual([0, 9_900]);
  const { book } = store.getState();
  expect([addressAt(book, 9_999)?.name, addressAt(book, 5_000)]).toEqual(["Name 9999", undefined]);
});

it("an open address stays open when its page is dropped", async () => {
  const store = createStore(createAddressesSlice);
  await store.getState().loadBook();
  await store.getState().seeBook(500, 520);
  store.getState().openBookPane({ show: "address", id: "address 510" });
  await store.getState().seeBook(0, 20);
  await store.getState().loadBook();
  expect([addressAt(store.getState().book, 510), openAddressOf(store.getState())?.name]).toEqual([
    undefined,
    "Name 510",
  ]);
});
