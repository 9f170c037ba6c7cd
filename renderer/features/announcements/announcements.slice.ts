/**
 * Labels that need a decision about their announcement, and the files of the account in hand. The
 * calls are in read-announcements.ts, which the first screen does not load.
 */
import type { StateCreator } from "zustand";
import type { AnnouncementFile } from "../../../core/fulfilment/announcements/announcement-files.schema.ts";
import type {
  Announcement,
  AnnouncingAccount,
} from "../../../core/fulfilment/announcements/announcements.schema.ts";
import type { Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";

/** Announcing an account's labels, or making their file. `labels`: null for a file. */
type Sending =
  | { readonly step: "none" | "running" }
  | { readonly step: "done"; readonly labels: number | null }
  | { readonly step: "failed"; readonly failure: Failure };

export type AnnouncementsSlice = {
  /** Refused and uncertain labels, and waiting ones of other stations; null until first read. */
  readonly openLabels: readonly Announcement[] | null;
  /** Files of the account in hand. */
  readonly accountFiles: readonly AnnouncementFile[];
  readonly announcementsFailure: Failure | null;
  /** The account that was chosen; null: none, see `accountInHand`. */
  readonly chosenAccount: string | null;
  /** The label whose form is open. */
  readonly openedLabel: string | null;
  readonly sending: Sending;
  loadAnnouncements(): Promise<void>;
  chooseAccount(accountID: string): void;
  openLabel(id: string | null): void;
  /** Announces the waiting labels of the account in hand, or makes a file of them. */
  sendWaiting(): Promise<void>;
};

export type AnnouncementsState = SharedState & AnnouncementsSlice;

/** Creates the slice with nothing read yet. */
export const createAnnouncementsSlice: StateCreator<
  AnnouncementsState,
  [],
  [],
  AnnouncementsSlice
> = (set, get) => ({
  openLabels: null,
  accountFiles: [],
  announcementsFailure: null,
  chosenAccount: null,
  openedLabel: null,
  sending: { step: "none" },
  loadAnnouncements: async () => (await calls()).readAnnouncements(set, get),
  chooseAccount(chosenAccount) {
    if (accountInHand(get())?.accountID === chosenAccount) return;
    set({ chosenAccount, accountFiles: [], sending: { step: "none" } });
    void get().loadAnnouncements();
  },
  openLabel: (openedLabel) => set({ openedLabel }),
  sendWaiting: async () => (await calls()).sendWaiting(set, get),
});

const calls = () => import("./read-announcements.ts");

/** Returns how many labels a person can send now: waiting ones that are in no file. */
export function toSend(account: Pick<AnnouncingAccount, "waiting" | "inFiles"> | null): number {
  return account === null ? 0 : account.waiting - account.inFiles;
}

/** Returns the chosen account; else the first whose cut-off is near, else the first with a wait. */
export function accountInHand({
  announcing,
  chosenAccount,
}: Pick<AnnouncementsState, "announcing" | "chosenAccount">): AnnouncingAccount | null {
  const accounts = announcing ?? [];
  return (
    accounts.find(({ accountID }) => accountID === chosenAccount) ??
    accounts.find(({ isUrgent }) => isUrgent) ??
    accounts.find(({ waiting }) => waiting > 0) ??
    accounts[0] ??
    null
  );
}
