/**
 * Work that asks carriers without a person: scans, invoices, files, couriers, recipients,
 * announcements.
 */
import { startLoop, type Loop } from "../../base/loop.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { saveDueFiles } from "../../fulfilment/announcements/file-folders.ts";
import { createRegistering } from "../../fulfilment/announcements/register-recipients.ts";
import { resumeAnnouncements } from "../../fulfilment/announcements/resume-announcements.ts";
import { createInvoiceReading } from "../../fulfilment/charges/read-invoices.ts";
import { createFollowing } from "../../fulfilment/following/follow-parcels.ts";
import { orderDuePickups } from "../../fulfilment/pickups/pickups.service.ts";
import { findAnnouncedLabel } from "../../fulfilment/transactions/transactions.service.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import type { StationDeps } from "../deps.ts";
import { createMovingIn } from "../move-in/run-move-in.ts";

const SAVE_FILES_EVERY_MS = 30_000;
const ORDER_PICKUPS_EVERY_MS = 30_000;
const REGISTER_EVERY_MS = 30_000;
const FOLLOW_EVERY_MS = 5_000;
const READ_INVOICES_EVERY_MS = 5 * 60_000;

/** Starts the loops. */
export function startAskingCarriers(deps: StationDeps): readonly Pick<Loop, "stop">[] {
  return [
    startFollowing(deps),
    startReadingInvoices(deps),
    startSavingFiles(deps),
    startOrderingPickups(deps),
    startRegistering(deps),
    startResuming(deps),
  ];
}

/** Asks carriers for the scans of announced parcels. */
function startFollowing(deps: StationDeps): Pick<Loop, "stop"> {
  const following = createFollowing(deps);
  const loop = startLoop(deps.log, "asking carriers for scans", () => {
    following
      .step(listAllOrganizationIDs(deps))
      .catch((err: unknown) => deps.log.error({ err }, "carriers could not be asked for scans"));
    return Promise.resolve(FOLLOW_EVERY_MS);
  });
  return { stop: async () => void (await Promise.all([loop.stop(), following.stop()])) };
}

/** Reads the carriers' invoices once a day. */
function startReadingInvoices(deps: StationDeps): Pick<Loop, "stop"> {
  const reading = createInvoiceReading(deps);
  return startAbortable(deps, "reading carriers' invoices", async (signal) => {
    await reading.step(listAllOrganizationIDs(deps), signal);
    return READ_INVOICES_EVERY_MS;
  });
}

/** Saves files of parcels into folders at their set times. */
function startSavingFiles(deps: StationDeps): Loop {
  return startLoop(deps.log, "saving files of parcels", async () => {
    for (const organizationID of listAllOrganizationIDs(deps))
      await saveDueFiles(deps, organizationID, (id) => findAnnouncedLabel(deps, id));
    return SAVE_FILES_EVERY_MS;
  });
}

/** Orders couriers at their set times. */
function startOrderingPickups(deps: StationDeps): Pick<Loop, "stop"> {
  return startAbortable(deps, "ordering couriers", async (signal) => {
    for (const organizationID of listAllOrganizationIDs(deps))
      await orderDuePickups(deps, organizationID, signal);
    return ORDER_PICKUPS_EVERY_MS;
  });
}

/** Makes the recipients of waiting orders known to carriers. */
function startRegistering(deps: StationDeps): Pick<Loop, "stop"> {
  const registering = createRegistering(deps);
  return startAbortable(deps, "registering recipients", async (signal) => {
    await registering.step(listAllOrganizationIDs(deps), signal);
    return REGISTER_EVERY_MS;
  });
}

/** Reads what another server has, from which an organization moves here. */
export function startMovingIn(deps: StationDeps): Pick<Loop, "stop" | "wake"> {
  const moving = createMovingIn(deps);
  return startAbortable(deps, "moving in", (signal) => moving.step(signal));
}

/** Starts a loop whose calls end when it is stopped. @param step Returns the pause, ms. */
function startAbortable(
  { log }: Pick<StationDeps, "log">,
  name: string,
  step: (signal: AbortSignal) => Promise<number>,
): Loop {
  const stopping = new AbortController();
  const loop = startLoop(log, name, () => step(stopping.signal));
  return {
    wake: () => loop.wake(),
    stop() {
      stopping.abort(new Error("The station stopped."));
      return loop.stop();
    },
  };
}

/** Writes the jobs of announcements that have none, once, at the start. */
function startResuming(deps: StationDeps): Loop {
  const rounds = listAllOrganizationIDs(deps).map((id) => resumeAnnouncements(deps, id));
  return startLoop(deps.log, "resuming announcements", async () => {
    while (rounds[0]?.next().done === true) rounds.shift();
    if (rounds.length === 0) return undefined;
    await yieldToEventLoop();
    return 0;
  });
}
