/**
 * A link of another program to an order, as long as the screen has not followed it or put it away.
 */
import type { StateCreator } from "zustand";

/** `missing`: the order is not here. `refused`: the link names none. */
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

/** The slice of links: none. */
export const createLinkSlice: StateCreator<LinkSlice> = (set) => ({
  linkNotice: null,
  setLinkNotice: (linkNotice) => set({ linkNotice }),
});
