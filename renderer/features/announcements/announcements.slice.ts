/** Labels that need a decision about their announcement, and the files of the account in hand. */
import type { StateCreator } from "zustand";
import {
  announceNow,
  listAnnouncementFiles,
  listAnnouncements,
  makeAnnouncementFile,
} from "../../../core/fulfilment/announcements/announcements.api.ts";
import type { AnnouncementFile } from "../../../core/fulfilment/announcements/announcement-files.schema.ts";
import type {
  Announcement,
  AnnouncingAccount,
} from "../../../core/fulfilment/announcements/announcements.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { createInOrder } from "../../lib/in-order.ts";
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

type State = SharedState & AnnouncementsSlice;

/** Creates the slice with nothing read yet. */
export const createAnnouncementsSlice: StateCreator<State, [], [], AnnouncementsSlice> = (
  set,
  get,
) => {
  const request = createInOrder();
  return {
    openLabels: null,
    accountFiles: [],
    announcementsFailure: null,
    chosenAccount: null,
    openedLabel: null,
    sending: { step: "none" },
    async loadAnnouncements() {
      const isNewest = request();
      try {
        await get().loadAnnouncing();
        const account = accountInHand(get());
        const [refused, uncertain, waiting, accountFiles] = await Promise.all([
          read("REFUSED"),
          read("UNCERTAIN"),
          read("WAITING"),
          account?.isByFile === true
            ? call(listAnnouncementFiles, { query: { accountID: account.accountID } })
            : [],
        ]);
        if (!isNewest()) return;
        const lost = waiting.filter(({ isHere }) => !isHere);
        set({
          openLabels: [...refused, ...uncertain, ...lost],
          accountFiles,
          announcementsFailure: null,
        });
      } catch (error) {
        if (isNewest()) set({ announcementsFailure: failureOf(error) });
      }
    },
    chooseAccount(chosenAccount) {
      if (accountInHand(get())?.accountID === chosenAccount) return;
      set({ chosenAccount, accountFiles: [], sending: { step: "none" } });
      void get().loadAnnouncements();
    },
    openLabel: (openedLabel) => set({ openedLabel }),
    async sendWaiting() {
      const account = accountInHand(get());
      if (account === null || account.waiting === 0 || get().sending.step === "running") return;
      const body = { accountID: account.accountID };
      set({ sending: { step: "running" } });
      try {
        const labels = account.isByFile
          ? await call(makeAnnouncementFile, { body }).then(() => null)
          : (await call(announceNow, { body })).labels;
        set({ sending: { step: "done", labels } });
      } catch (error) {
        set({ sending: { step: "failed", failure: failureOf(error) } });
      }
      await get().loadAnnouncements();
    },
  };
};

function read(state: "REFUSED" | "UNCERTAIN" | "WAITING"): Promise<Announcement[]> {
  return call(listAnnouncements, { query: { state, accountID: "" } });
}

/** Returns the chosen account; else the first whose cut-off is near, else the first with a wait. */
export function accountInHand({
  announcing,
  chosenAccount,
}: Pick<State, "announcing" | "chosenAccount">): AnnouncingAccount | null {
  const accounts = announcing ?? [];
  return (
    accounts.find(({ accountID }) => accountID === chosenAccount) ??
    accounts.find(({ isUrgent }) => isUrgent) ??
    accounts.find(({ waiting }) => waiting > 0) ??
    accounts[0] ??
    null
  );
}
