/**
 * Accounts that announce their labels to carriers, with their open announcements: Today, the view
 * of announcements and the notice of a near cut-off read them.
 */
import type { StateCreator } from "zustand";
import { listAnnouncingAccounts } from "../../core/fulfilment/announcements/announcing-accounts.api.ts";
import type { AnnouncingAccount } from "../../core/fulfilment/announcements/announcements.schema.ts";
import { call } from "../lib/bridge.ts";

/** The view of announcements. */
export const ANNOUNCEMENTS_VIEW = "announcements";

export type AnnouncingSlice = {
  /** null until first read. */
  readonly announcing: readonly AnnouncingAccount[] | null;
  loadAnnouncing(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createAnnouncingSlice: StateCreator<AnnouncingSlice> = (set, get) => ({
  announcing: null,
  async loadAnnouncing() {
    const announcing = await call(listAnnouncingAccounts).catch(() => null);
    // Skips equal answers, because most purchases change no count that is shown.
    if (announcing !== null && JSON.stringify(announcing) !== JSON.stringify(get().announcing))
      set({ announcing });
  },
});

/** Lists the accounts whose parcels wait while their cut-off is at most an hour away. */
export function urgentAccounts({
  announcing,
}: Pick<AnnouncingSlice, "announcing">): readonly AnnouncingAccount[] {
  return (announcing ?? []).filter(({ isUrgent }) => isUrgent);
}
