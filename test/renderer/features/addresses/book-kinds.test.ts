import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { findPeople } from "../../../../renderer/features/addresses/find-people.ts";
import { Duplicates } from "../../../../renderer/features/addresses/Duplicates.tsx";
import {
  createAddressesSlices,
  useAddresses,
  type AddressesSlices,
} from "../../../../renderer/features/addresses/use-addresses.ts";
import { EMPTY_DRAFT } from "../../../../renderer/ui/address/address-draft.ts";
import { markupOf, textOf } from "../../render.ts";

const GROUP = { why: "phone", addresses: [] };

/** Waiting answers to requests for duplicates, oldest first. */
let waiting: ((isDone: boolean) => void)[];
let paths: string[];

beforeEach(() => {
  waiting = [];
  paths = [];
  const invoke = async (_: string, { path }: { readonly path: string }) => {
    paths.push(path);
    const isDone =
      !path.includes("/duplicates") ||
      (await new Promise<boolean>((resolve) => waiting.push(resolve)));
    const data = path.includes("/duplicates")
      ? { groups: [GROUP] }
      : { list: [{ id: "ada", name: "Ada", phone: "", cityName: "" }], total: 1, isMore: false };
    return {
      ok: true,
      value: { body: isDone ? { result: true, data } : { result: false, code: "E2000" } },
    };
  };
  vi.stubGlobal("window", { bridge: { invoke } });
});
afterEach(() => vi.unstubAllGlobals());

function openBook() {
  const store = createStore<AddressesSlices & { showView: () => void }>()((...args) => ({
    ...createAddressesSlices(...(args as unknown as Parameters<typeof createAddressesSlices>)),
    showView: () => undefined,
  }));
  useAddresses.bind({ ...store, getInitialState: store.getState } as never);
  return store;
}

it("duplicates of recipients are not shown as duplicates of senders, however their reading ends", async () => {
  const store = openBook();
  const readAll = store.getState().loadDuplicates();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.(true);
  await readAll;
  expect(store.getState().duplicates).toEqual([GROUP]);

  const late = store.getState().loadDuplicates();
  store.setState({ bookKind: "sender" });
  const failing = store.getState().loadDuplicates();
  expect(store.getState().duplicates).toBeNull();
  await vi.waitFor(() => expect(waiting).toHaveLength(3));
  waiting[2]?.(false);
  await failing;
  waiting[1]?.(true);
  await late;
  const { duplicates, duplicatesFailure } = store.getState();
  expect([duplicates, duplicatesFailure?.code]).toEqual([null, "E2000"]);
  expect(textOf(markupOf(Duplicates, {}))).not.toContain("Reading");
});

it("a found person is not searched for in the book while a typed address is not saved", async () => {
  const store = openBook();
  await store.getState().showBookOf("sender");
  store.getState().keepBookDraft(EMPTY_DRAFT);
  const [found] = await findPeople("ada");
  paths = [];
  found?.run();
  await Promise.resolve();
  const { bookKind, bookSearch, bookPane, leavingBook } = store.getState();
  expect([bookKind, bookSearch, bookPane.show, leavingBook, paths]).toEqual([
    "sender",
    "",
    "none",
    true,
    [],
  ]);

  store.getState().discardBook();
  found?.run();
  await vi.waitFor(() => expect(store.getState().bookPane).toEqual({ show: "address", id: "ada" }));
  expect([store.getState().bookKind, store.getState().bookSearch]).toEqual(["recipient", "ada"]);
});
