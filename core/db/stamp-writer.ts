/** Tracks the station's incarnation and the clock of its stamps, which contain the incarnation. */
import type { Database } from "better-sqlite3";
import type { Log } from "../base/log.ts";
import type { Ceilings, Db } from "./database.ts";
import { createHybridClock, TIME_DIGITS } from "./hlc.ts";
import { forgetHeld } from "./shipment-claims.ts";
import { findMeta, readMeta, RESTORED_AT, writeMeta } from "./station-meta.ts";

type StampWriter = Pick<Db, "clock" | "incarnation"> & {
  /** Starts another incarnation, whose stamps follow the stamps of the previous incarnation. */
  begin(isOlderCopy: boolean, reason?: Log): void;
  goOnFrom(hlc: string): void;
};

/**
 * Starts the clock of this station's stamps after the last stamp in the database. A database that
 * is older than the files next to it begins a new incarnation.
 */
export function createStampWriter(
  raw: Database,
  db: Pick<Db, "sql" | "stationID">,
  ceilings: Ceilings,
  log?: Log,
): StampWriter {
  let incarnation = raw.transaction(() => incarnationOf(db, ceilings, log))();
  ceilings.markStart();
  const last = lastStamp(db);
  let clock = createHybridClock(`${db.stationID}.${incarnation}`, last === "" ? undefined : last);
  const goOnFrom = (hlc: string): void => {
    clock = createHybridClock(`${db.stationID}.${incarnation}`, hlc, clock.correctionMs);
  };
  return {
    get clock() {
      return clock;
    },
    get incarnation() {
      return incarnation;
    },
    begin(isOlderCopy, reason) {
      incarnation = raw.transaction(() =>
        nextIncarnation(db, ceilings, { known: incarnation, isOlderCopy }, reason),
      )();
      ceilings.markStart();
      goOnFrom(clock.next(0).slice(0, TIME_DIGITS + 1));
    },
    goOnFrom,
  };
}

/** Finds the latest stamp that was written or received; "" before the first stamp. */
function lastStamp(db: Pick<Db, "sql">): string {
  const written =
    db.sql<{ hlc: string }>(`SELECT hlc FROM outbox ORDER BY seq DESC LIMIT 1`).get()?.hlc ?? "";
  const received = findMeta(db, "clock") ?? "";
  return written > received ? written : received;
}

/**
 * Returns the stored incarnation. If the database is older than the files next to it, starts the
 * next incarnation: an older copy was restored, and numbers have been used since.
 */
function incarnationOf(db: Pick<Db, "sql" | "stationID">, ceilings: Ceilings, log?: Log): number {
  const known = Number(readMeta(db, "incarnation", () => "1"));
  return ceilings.isRestored()
    ? nextIncarnation(db, ceilings, { known, isOlderCopy: true }, log)
    : known;
}

function nextIncarnation(
  db: Pick<Db, "sql" | "stationID">,
  ceilings: Ceilings,
  { known, isOlderCopy }: { readonly known: number; readonly isOlderCopy: boolean },
  log?: Log,
): number {
  const next = Math.max(known, ceilings.incarnation) + 1;
  if (isOlderCopy)
    log?.warn(
      { incarnation: next },
      "an older copy of the database was restored: numbers continue above those that were used since, and the ledger starts a new chain",
    );
  writeMeta(db, "incarnation", String(next));
  if (isOlderCopy) {
    writeMeta(db, RESTORED_AT, new Date().toISOString());
    forgetHeld(db, next - 1);
  }
  ceilings.burn(next);
  return next;
}
