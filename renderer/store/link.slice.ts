/** A link from another program to an order, until the screen has opened or dismissed it. */
import type { StateCreator } from "zustand";

/** `missing`: this station does not have the order. `refused`: the link does not name an order. */
export type LinkNotice =
  | {
      readonly is: "asked" | "missing";
      readonly kind: "order" | "shipment";
      readonly value: string;
    }
  | { readonly is: "refused" };

export type LinkSlice = {
  readonly linkNotice: LinkNotice | null;
  setLinkNotice(notice: LinkNotice | null): void;
};

/** Creates the slice without a link. */
export const createLinkSlice: StateCreator<LinkSlice> = (set) => ({
  linkNotice: null,
  setLinkNotice: (linkNotice) => set({ linkNotice }),
});
