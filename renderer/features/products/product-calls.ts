/** Calls of the views Products and Pick list. */
import { makePickList } from "../../../core/fulfilment/papers/pick-list.api.ts";
import {
  checkProductFile,
  takeProductFile,
} from "../../../core/shipping/products/product-files.api.ts";
import type { ProductFileProgress } from "../../../core/shipping/products/product-files.schema.ts";
import { listProducts } from "../../../core/shipping/products/products.api.ts";
import { call, invoke } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { ProductImport, ProductsSlice } from "./products.slice.ts";

type Set = SetState<ProductsSlice>;
type Get = GetState<ProductsSlice>;

const PAGE = 100;
/** Rows that one call imports; a call takes some tenths of a second. */
const ROWS_PER_CALL = 500;

async function read(get: Get, page: number) {
  const { productSearch: search, onlyConflicts: conflicts } = get();
  const { list: rows, total } = await call(listProducts, {
    query: { search, page, limit: PAGE, ...(conflicts ? { conflicts } : {}) },
  });
  return { rows, total };
}

/** Reads the first page again; an answer to an older search is dropped. */
export async function load(set: Set, get: Get): Promise<void> {
  const { productSearch, onlyConflicts } = get();
  const isNow = (): boolean =>
    get().productSearch === productSearch && get().onlyConflicts === onlyConflicts;
  try {
    const productList = await read(get, 1);
    if (isNow()) set({ productList, productFailure: null });
  } catch (error) {
    if (isNow()) set({ productFailure: failureOf(error) });
  }
}

/** Reads the page after the listed rows. */
export async function loadMore(set: Set, get: Get): Promise<void> {
  const before = get().productList;
  if (before === null) return;
  try {
    const { rows, total } = await read(get, Math.floor(before.rows.length / PAGE) + 1);
    const known = new Set(before.rows.map(({ id }) => id));
    if (get().productList === before)
      set({
        productList: { rows: [...before.rows, ...rows.filter(({ id }) => !known.has(id))], total },
      });
  } catch (error) {
    set({ productFailure: failureOf(error) });
  }
}

const BUSY: ReadonlySet<ProductImport["step"]> = new Set([
  "choosing",
  "checking",
  "taking",
  "stopping",
]);

/** Lets a person choose a file, and checks it; without a choice the earlier file stays. */
export async function chooseFile(set: Set, get: Get): Promise<void> {
  const { productImport } = get();
  if (BUSY.has(productImport.step)) return;
  set({ productImport: { step: "choosing" } });
  try {
    const chosen = await invoke("window:chooseFile", {
      filters: [{ name: "CSV, XLSX", extensions: ["csv", "txt", "xlsx"] }],
    });
    if (chosen === null) return set({ productImport });
    set({ productImport: { step: "checking", fileName: chosen.name } });
    const file = await call(checkProductFile, {
      body: { fileName: chosen.name, content: chosen.base64 },
    });
    set({ productImport: { step: "checked", file } });
  } catch (error) {
    set({ productImport: { step: "failed", failure: failureOf(error) } });
  }
}

/** Imports the good rows in several calls, until all are imported or the import is stopped. */
export async function takeFile(set: Set, get: Get): Promise<void> {
  const { productImport } = get();
  if (productImport.step !== "checked" && productImport.step !== "stopped") return;
  const { file } = productImport;
  const total = file.added + file.known;
  let progress: ProductFileProgress =
    productImport.step === "stopped"
      ? productImport.progress
      : { done: 0, total, added: 0, changed: 0, rejected: 0 };
  set({ productImport: { step: "taking", file, progress } });
  try {
    while (progress.done < progress.total) {
      progress = await call(takeProductFile, {
        params: { id: file.id },
        body: { atMost: ROWS_PER_CALL },
      });
      const isStopped = get().productImport.step === "stopping";
      const isDone = progress.done === progress.total;
      const step = isDone ? "done" : isStopped ? "stopped" : "taking";
      set({ productImport: { step, file, progress } });
      if (isStopped) break;
    }
  } catch (error) {
    set({ productImport: { step: "failed", failure: failureOf(error) } });
  }
  await get().loadProducts();
}

/** Reads the pick list of the chosen orders. */
export async function loadPicks(set: Set, get: Get): Promise<void> {
  const { pickIDs } = get();
  if (pickIDs.length === 0) return;
  try {
    const pickList = await call(makePickList, { body: { shipmentIDs: [...pickIDs] } });
    if (get().pickIDs === pickIDs) set({ pickList, pickFailure: null });
  } catch (error) {
    if (get().pickIDs === pickIDs) set({ pickFailure: failureOf(error) });
  }
}
