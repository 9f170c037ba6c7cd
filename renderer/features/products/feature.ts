/** Products: the table of what is packed, its import, and the pick list of chosen orders. */
import { ClipboardList, Tags } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { PICKS_VIEW } from "../../store/navigation.slice.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createProductsSlice, type ProductsSlice } from "./products.slice.ts";
import { useProducts } from "./use-products.ts";

const VIEW = "products";

const open = (show: "new" | "import"): (() => void) => {
  return () => useProducts.getState().openProductPane({ show });
};

export const products = {
  slice: createProductsSlice,
  bind: useProducts.bind,
  views: [
    {
      name: VIEW,
      title: "app.view.products",
      Icon: Tags,
      offRail: true,
      Screen: lazyScreen(async () => (await import("./Products.tsx")).Products),
      commands: [
        { name: "productNew", key: "F2", run: open("new") },
        { name: "productImport", key: "F7", run: open("import") },
      ],
      keyLines: [
        { rank: -1, key: "/ · Ctrl+F", words: "products.keys.search" },
        { rank: 0, key: "↓ · Enter", words: "products.keys.list" },
        { rank: 2, key: "F2", words: "products.keys.new" },
        { rank: 7, key: "F7", words: "products.keys.import" },
      ],
      takeCode(code) {
        void useProducts.getState().searchProducts(code);
        return true;
      },
      back() {
        const { productPane, openProductPane } = useProducts.getState();
        if (productPane.show === "none") return false;
        openProductPane({ show: "none" });
        return true;
      },
      shows() {
        const { productPane } = useProducts.getState();
        return [productPane.show, productPane.show === "product" ? productPane.product.id : ""];
      },
    },
    {
      name: PICKS_VIEW,
      title: "app.view.picks",
      Icon: ClipboardList,
      offRail: true,
      Screen: lazyScreen(async () => (await import("./Picks.tsx")).Picks),
      commands: [
        {
          name: "picksPrint",
          key: "F6",
          run: () => document.getElementById("print-picks")?.click(),
          waitsForScreen: true,
        },
      ],
      keyLines: [{ rank: 6, key: "F6", words: "products.keys.print" }],
      shows: () => [useProducts.getState().pickIDs.join(" ")],
    },
  ],
  refetchOn: [
    {
      topics: ["product.changed", "snapshot.taken"],
      read: async () =>
        useProducts.getState().view === VIEW ? useProducts.getState().loadProducts() : undefined,
    },
    {
      topics: ["product.changed", "shipment.changed"],
      read: async () =>
        useProducts.getState().view === PICKS_VIEW
          ? useProducts.getState().loadPickList()
          : undefined,
    },
  ],
} as const satisfies Feature<ProductsSlice>;
