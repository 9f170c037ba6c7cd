/** Calls of the view Announcements: reading it, and sending what waits. */
import {
  announceNow,
  listAnnouncementFiles,
  listAnnouncements,
  makeAnnouncementFile,
} from "../../../core/fulfilment/announcements/announcements.api.ts";
import type { Announcement } from "../../../core/fulfilment/announcements/announcements.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import { createInOrder } from "../../lib/in-order.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { accountInHand, toSend, type AnnouncementsState } from "./announcements.slice.ts";

type Set = SetState<AnnouncementsState>;
type Get = GetState<AnnouncementsState>;

const request = createInOrder();

/** Reads the accounts, the labels that need a decision, and the files of the account in hand. */
export async function readAnnouncements(set: Set, get: Get): Promise<void> {
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
}

function read(state: "REFUSED" | "UNCERTAIN" | "WAITING"): Promise<Announcement[]> {
  return call(listAnnouncements, { query: { state, accountID: "" } });
}

/** Announces the waiting labels of the account in hand, or makes a file of them. */
export async function sendWaiting(set: Set, get: Get): Promise<void> {
  const account = accountInHand(get());
  if (account === null || toSend(account) === 0 || get().sending.step === "running") return;
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
}
