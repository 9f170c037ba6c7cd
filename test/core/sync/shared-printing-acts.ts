/**
 * Actions of packers at shared printers of other stations, and automatic actions of the printing
 * stations. Each station has one printer, with the station's id.
 */
import { isAppError } from "../../../core/base/errors.ts";
import { inTransaction } from "../../../core/db/change.ts";
import type { Actor } from "../../../core/http/actor.ts";
import type { Deps } from "../../../core/deps.ts";
import { printerRecord } from "../../../core/printing/printer.ts";
import { markSending, markSent } from "../../../core/printing/printing.store.ts";
import {
  answerGivenUp,
  answerTaken,
} from "../../../core/fulfilment/shared-printers/answer-requests.ts";
import {
  expireRequest,
  leaveOthers,
} from "../../../core/fulfilment/shared-printers/end-requests.ts";
import { listOpenTo } from "../../../core/fulfilment/shared-printers/print-requests.store.ts";
import { createSharing } from "../../../core/fulfilment/shared-printers/share-printers.ts";
import {
  askForPrint,
  cancelPrintRequest,
  listPrintRequests,
  listSharedPrinters,
} from "../../../core/fulfilment/shared-printers/shared-printers.service.ts";
import type { Stations } from "../../../core/fulfilment/shared-printers/stations.ts";
import { takeRequest } from "../../../core/fulfilment/shared-printers/take-requests.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { aPrinter } from "../printing/a-printer.ts";
import type { Act } from "./station-acts.ts";

/**
 * @param random Numbers from 0 to below 1.
 * @returns Random actions of packers, and automatic actions of a station that was asked to print.
 */
export function createPrintingActs(
  actor: Actor,
  random: () => number,
): { readonly acts: readonly Act[]; readonly serve: Act } {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const stationsOf = ({ clock }: LooseStation): Stations => ({
    organizationID: () => actor.organizationID,
    name: () => "Desk",
    hubNow: () => clock.nowMs,
    isCaughtUp: () => true,
    cutOffSince: () => null,
    find: () => undefined,
  });
  const withPrinter = ({ deps }: LooseStation, isShared = true): Deps => ({
    ...deps,
    settings: {
      ...deps.settings,
      read: () => [printerRecord(aPrinter({ id: deps.db.stationID, isShared }))],
    } as Deps["settings"],
  });
  const share = (s: LooseStation, isShared: boolean): void =>
    createSharing(
      withPrinter(s, isShared),
      {
        stateOf: () => ({
          state: pick(["ready", "paper out", "head open"] as const) ?? "ready",
          message: "",
          at: null,
        }),
      },
      stationsOf(s),
    )(actor.organizationID);
  const ask: Act = (s) => {
    share(s, true);
    const printer = pick(listSharedPrinters(s.deps, actor, stationsOf(s)));
    const shipmentID = pick(
      s.deps.db
        .sql<{ id: string }>(
          `SELECT id FROM shipments WHERE status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED') AND barcode <> '' ORDER BY id`,
        )
        .all(),
    )?.id;
    if (printer === undefined || shipmentID === undefined) return;
    try {
      askForPrint(s.deps, actor, stationsOf(s), {
        printerID: printer.id,
        shipmentID,
        document: "label",
        copies: 1,
        expiresInMinutes: 10,
      });
    } catch (error) {
      if (!isAppError(error, "labelNotCreated")) throw error;
    }
  };
  const serve: Act = async (s) => {
    const deps = withPrinter(s);
    for (const row of listOpenTo(deps.db, deps.db.stationID)) {
      if (row.state === "ASKED" && random() < 0.2) expireRequest(deps, row);
      else if (row.state === "ASKED") await takeRequest(deps, stationsOf(s), row);
      else {
        if (random() < 0.5) {
          inTransaction(deps, () => {
            markSending(
              deps.db,
              row.id,
              { id: row.printerID, name: row.printerName },
              { hash: "h", verification: "verified" },
              deps.now(),
            );
            markSent(deps.db, row.id, {
              state: "SENT",
              isConfirmed: false,
              words: "",
              now: deps.now(),
            });
          });
        }
        answerTaken(deps, row);
      }
    }
    const givenUp = deps.db
      .sql<Parameters<typeof answerGivenUp>[1]>(
        `SELECT * FROM print_requests WHERE to_station_id = ? AND state IN ('EXPIRED', 'CANCELLED') ORDER BY id`,
      )
      .all(deps.db.stationID);
    for (const row of givenUp) answerGivenUp(deps, row);
  };
  const cancel: Act = (s) => {
    const asked = pick(listPrintRequests(s.deps, actor, { state: "ASKED", limit: 20 }));
    if (asked !== undefined) cancelPrintRequest(s.deps, actor, asked.id);
  };
  return {
    acts: [
      ask,
      ask,
      ask,
      serve,
      serve,
      cancel,
      (s) => share(s, random() < 0.7),
      (s) => (random() < 0.2 ? leaveOthers(s.deps) : undefined),
    ],
    serve,
  };
}
