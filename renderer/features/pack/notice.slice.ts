/** One line about the order on the screen that changes nothing: why a key did nothing, what a scan was. */
import type { StateCreator } from "zustand";
import { parcelOf, type PackStep } from "./pack-step.ts";

/** What F8 and F6 do with a label. */
export type Act = "cancel" | "print";

export type Notice =
  /** `last`: the order that the key is about once this one is put away; null: none. */
  | { readonly kind: "nothingToCancel" | "nothingToPrint"; readonly order: string; readonly last: string | null }
  | { readonly kind: "stillOpen" | "cancelledAlready" | "withCarrier"; readonly order: string }
  /** No order is open, and no label was bought before. */
  | { readonly kind: "noOrder"; readonly act: Act }
  /** What was scanned is an item of the order. */
  | { readonly kind: "item"; readonly title: string; readonly quantity: number };

type Told = { readonly notice: Notice; readonly place: string };

export type NoticeSlice = {
  readonly told: Told | null;
  tell(notice: Notice, pack: PackStep): void;
  forgetNotice(): void;
};

export const createNoticeSlice: StateCreator<NoticeSlice> = (set) => ({
  told: null,
  tell: (notice, pack) => set({ told: { notice, place: placeOf(pack) } }),
  forgetNotice: () => set({ told: null }),
});

/** What was told of another order, or of an earlier step, is over. */
export function noticeOf({ told, pack }: { readonly told: Told | null; readonly pack: PackStep }): Notice | null {
  return told?.place === placeOf(pack) ? told.notice : null;
}

function placeOf(pack: PackStep): string {
  return `${pack.step} ${parcelOf(pack)?.shipment.id ?? ""}`;
}
