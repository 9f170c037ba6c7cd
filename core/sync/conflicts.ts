/** Lists conflicts between stations, which a person must resolve. */
import type { ReadDeps } from "../db/deps.ts";
import { moneyText } from "../base/money.ts";
import type { SyncDeps } from "./deps.ts";
import { getBalance } from "../organizations/ledger/ledger.service.ts";
import { listUnlikeTopUps } from "../organizations/ledger/top-up.ts";
import { listAgreementConflicts } from "../shipping/agreements/agreement-conflicts.ts";
import { listInConflict } from "../shipping/shipments/shipments.service.ts";
import type { NoteFaults } from "./leases/note-faults.ts";
import type { SyncStatus } from "./sync.schema.ts";
import { findSurplus, type SurplusLabel } from "../fulfilment/transactions/surplus-labels.ts";
import { listParkedFull } from "../db/kept-of-stations.ts";
import { countQuarantined, isQuarantineFull, type QuarantineReason } from "../db/quarantine.ts";

type Conflict = SyncStatus["conflicts"][number];

const AT_MOST = 100;

/** Words after the number of changes: of one change, and of several. */
const WORDS: Record<QuarantineReason, readonly [one: string, several: string]> = {
  "newer version": [
    "change was made by a newer Packbench. It is kept, and applied when this station is updated.",
    "changes were made by a newer Packbench. They are kept, and applied when this station is updated.",
  ],
  clock: [
    "change was made with a clock more than five minutes ahead. It is kept, and applied when its time has come. Set that station's clock.",
    "changes were made with a clock more than five minutes ahead. They are kept, and applied when their time has come. Set that station's clock.",
  ],
  failed: [
    "change could not be applied here, by a fault of this station. It is kept, and tried again each hour. Press Check now in Settings, Data and backup.",
    "changes could not be applied here, by a fault of this station. They are kept, and tried again each hour. Press Check now in Settings, Data and backup.",
  ],
  revoked: [
    "change was made after the station was revoked. It is kept and not applied. Look at what was bought there since.",
    "changes were made after the station was revoked. They are kept and not applied. Look at what was bought there since.",
  ],
  foreign: [
    "change that came under that station's name was not its own, was in another station's name, or is about another organization. It is not applied. Another desk may have put it there: look at the stations that have joined, and revoke at the hub the stations that are not known, were lost or were stolen.",
    "changes that came under that station's name were not its own, were in another station's name, or are about another organization. They are not applied. Another desk may have put them there: look at the stations that have joined, and revoke at the hub the stations that are not known, were lost or were stolen.",
  ],
  deadly: [
    "change crashed this station twice while it was applied. It is kept and not applied. Update this station, and tell the makers of Packbench. Revoke the station that made it at the hub if that station was lost or stolen.",
    "changes crashed this station twice while it applied them. They are kept and not applied. Update this station, and tell the makers of Packbench. Revoke the station that made them at the hub if it was lost or stolen.",
  ],
  unreadable: [
    "change cannot be read. It is kept and not applied. Update all stations to the same version.",
    "changes cannot be read. They are kept and not applied. Update all stations to the same version.",
  ],
};

const WAITING =
  "Too many changes of that station wait for missing rows or for an update, so further changes of that station are not stored. Update this station. If that does not help, revoke that station at the hub, and let this station join the hub again.";
const FULL =
  " More of that station are not kept. When its changes can be applied, let this station join the hub again.";

/**
 * Lists the newest 100 parcels in conflict, an overdrawn balance, top-ups that differ under one
 * reference, agreements that stations entered apart, stations that a restored hub awaits, and stations with waiting or quarantined changes.
 *
 * @param organizationID The hub's organization; null: the station has no hub.
 * @param awaited Stations that have not reported to a restored hub.
 */
export function listConflicts(
  deps: Pick<SyncDeps, "db" | "now">,
  organizationID: string | null,
  awaited: readonly string[] = [],
): Conflict[] {
  if (organizationID === null) return [];
  const parcels = listInConflict(deps, organizationID, AT_MOST).map((row) => ofParcel(deps, row));
  const set = awaited.map((id): Conflict => ({
    kind: "hub set back",
    subjectID: id,
    since: deps.now(),
    message:
      "The hub was emptied or set back to an older state. The hub gives numbers and money again when that desk has reported what it has. Start that desk, or revoke it at the hub if it is gone.",
  }));
  return [
    ...parcels,
    ...overdrawn(deps, organizationID),
    ...unlikeTopUps(deps, organizationID),
    ...ofAgreements(deps, organizationID),
    ...set,
    ...waiting(deps),
    ...countQuarantined(deps.db).map(({ stationID, reason, n, since }): Conflict => ({
      kind: reason,
      subjectID: stationID,
      since,
      message: `${n} ${WORDS[reason][n === 1 ? 0 : 1]}${isQuarantineFull(deps.db, stationID) ? FULL : ""}`,
    })),
  ];
}

/**
 * Lists faults that were found in the hub's notes.
 *
 * @param nameOf Finds the name of a station; undefined for an unknown station.
 */
export function listFaults(
  faults: Pick<NoteFaults, "list">,
  nameOf: (stationID: string) => string | undefined,
): Conflict[] {
  return faults.list().map(({ key, since, by }): Conflict => {
    const who =
      by === undefined
        ? "The data does not say which station wrote it."
        : `The data states that "${nameOf(by) ?? by}" wrote it, which the hub does not prove.`;
    return {
      kind: "note",
      subjectID: key,
      since,
      ...(by === undefined ? {} : { station: by }),
      message: `The hub's note "${key}" was overwritten with invalid data. The note was rewritten, and nothing is lost. ${who} Look at the stations that have joined, and revoke those that are not known.`,
    };
  });
}

function overdrawn(deps: Pick<SyncDeps, "db" | "now">, organizationID: string): Conflict[] {
  const { balance } = getBalance(deps, organizationID);
  if (balance >= 0) return [];
  return [
    {
      kind: "overdrawn",
      subjectID: organizationID,
      since: deps.now(),
      message: `The balance is ${moneyText(balance)} TL. While stations were cut off from each other, approved purchases exceeded the balance, or a shipment was cancelled at two stations and both refunds were spent. Top up the balance.`,
    },
  ];
}

function waiting({ db, now }: Pick<SyncDeps, "db" | "now">): Conflict[] {
  return listParkedFull(db).map((subjectID) => ({
    kind: "waiting",
    subjectID,
    since: now(),
    message: WAITING,
  }));
}

function unlikeTopUps(deps: Pick<SyncDeps, "db" | "now">, organizationID: string): Conflict[] {
  return listUnlikeTopUps(deps, organizationID).map(
    ({ reference, since, amounts: [stays = "", ...others] }): Conflict => {
      const message = `Two stations that were cut off from each other added money under the reference ${reference}: ${stays} TL counts, ${others.join(", ")} TL was taken back. Check which amount was paid, and add what is missing under another reference.`;
      return { kind: "top-up", subjectID: reference, since, message };
    },
  );
}

function ofAgreements(deps: Pick<SyncDeps, "db" | "now">, organizationID: string): Conflict[] {
  return listAgreementConflicts(deps, organizationID).map(
    ({ agreementID, name, ...conflict }): Conflict => ({
      ...conflict,
      subjectID: agreementID,
      agreement: name,
    }),
  );
}

function ofParcel(deps: ReadDeps, row: ReturnType<typeof listInConflict>[number]): Conflict {
  const found = findSurplus(deps, row);
  const conflict = { subjectID: row.id, since: row.updatedAt, number: row.number };
  if (found === undefined)
    return {
      kind: "apart",
      ...conflict,
      message: `Shipment ${row.number}: stations that were cut off from each other made changes that exclude each other, such as a purchase and a cancellation. Look at its history, and cancel the label that is not used.`,
    };
  const others = found.others.map(wordsOf).join(" ");
  return {
    kind: "double",
    ...conflict,
    message: `Shipment ${row.number}: two stations that were cut off from each other bought a label. ${found.stays} stays. ${others}`,
    labels: { stays: found.stays, others: [...found.others] },
  };
}

function wordsOf({ barcode, carrierName, state, reason }: SurplusLabel): string {
  if (state === "asked") return `${carrierName} is asked to void ${barcode}: do not hand it over.`;
  if (state === "elsewhere")
    return `The desk that bought ${barcode} asks for its cancellation: do not hand it over.`;
  return `${barcode} could not be voided${reason === "" ? "" : ` ("${reason}")`}: do not hand it over, and have ${carrierName} cancel it.`;
}
