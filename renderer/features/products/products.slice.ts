/** The list of products, what is open next to it, an import, and the pick list of chosen orders. */
import type { StateCreator } from "zustand";
import type { PickList } from "../../../core/fulfilment/papers/pick-list.schema.ts";
import type {
  ProductFile,
  ProductFileProgress,
} from "../../../core/shipping/products/product-files.schema.ts";
import type { Product } from "../../../core/shipping/products/products.schema.ts";
import type { Failure } from "../../lib/failure.ts";

/** The read part of the list. */
type ProductList = { readonly rows: readonly Product[]; readonly total: number };

export type ProductPane =
  | { readonly show: "none" | "new" | "import" }
  | { readonly show: "product"; readonly product: Product };

export type ProductImport =
  | { readonly step: "none" | "choosing" }
  | { readonly step: "checking"; readonly fileName: string }
  | { readonly step: "checked"; readonly file: ProductFile }
  | {
      readonly step: "taking" | "stopping" | "stopped" | "done";
      readonly file: ProductFile;
      readonly progress: ProductFileProgress;
    }
  | { readonly step: "failed"; readonly failure: Failure };

export type ProductsSlice = {
  /** null until first read. */
  readonly productList: ProductList | null;
  readonly productFailure: Failure | null;
  readonly productSearch: string;
  /** Whether only products with a barcode that another product has are listed. */
  readonly onlyConflicts: boolean;
  readonly productPane: ProductPane;
  readonly productImport: ProductImport;
  /** Orders whose items are picked. */
  readonly pickIDs: readonly string[];
  readonly pickList: PickList | null;
  readonly pickFailure: Failure | null;
  loadProducts(): Promise<void>;
  /** Reads the next page of the list. */
  loadMoreProducts(): Promise<void>;
  searchProducts(text: string): Promise<void>;
  listConflicts(only: boolean): Promise<void>;
  openProductPane(pane: ProductPane): void;
  /** Opens the system's file dialog, then checks the file; nothing is imported yet. */
  chooseProductFile(): Promise<void>;
  /** Imports the good rows of the checked file, or continues a stopped import. */
  takeProductFile(): Promise<void>;
  /** Stops the import after the current call; rows that are imported already stay. */
  stopProductImport(): void;
  /** Chooses the orders of the pick list. */
  pickOrders(ids: readonly string[]): void;
  loadPickList(): Promise<void>;
};

/** The calls are loaded with the view, not with the first screen. */
const calls = () => import("./product-calls.ts");

/** Creates the slice with nothing read yet. */
export const createProductsSlice: StateCreator<ProductsSlice> = (set, get) => ({
  productList: null,
  productFailure: null,
  productSearch: "",
  onlyConflicts: false,
  productPane: { show: "none" },
  productImport: { step: "none" },
  pickIDs: [],
  pickList: null,
  pickFailure: null,
  loadProducts: async () => (await calls()).load(set, get),
  loadMoreProducts: async () => (await calls()).loadMore(set, get),
  searchProducts(productSearch) {
    set({ productSearch });
    return get().loadProducts();
  },
  listConflicts(onlyConflicts) {
    set({ onlyConflicts });
    return get().loadProducts();
  },
  openProductPane: (productPane) => set({ productPane }),
  chooseProductFile: async () => (await calls()).chooseFile(set, get),
  takeProductFile: async () => (await calls()).takeFile(set, get),
  stopProductImport() {
    const { productImport } = get();
    if (productImport.step === "taking")
      set({ productImport: { ...productImport, step: "stopping" } });
  },
  pickOrders: (pickIDs) => set({ pickIDs, pickList: null, pickFailure: null }),
  loadPickList: async () => (await calls()).loadPicks(set, get),
});
