/**
 * One session's part in what the organization shares: leases over one connection, behind the
 * question whether the hub still knows what it has given.
 */
import type { KV } from "@nats-io/kv";
import { parseJson } from "../../base/json.ts";
import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import type { Deps } from "../../deps.ts";
import { keepAnchoring } from "../../ledger/anchor-chains.ts";
import type { MayAsk } from "../ask.ts";
import type { RosterEntry } from "../hub-roster.ts";
import { lastNumberOf } from "../stream/check-stream.ts";
import type { Session } from "../stream/link.ts";
import { followHistory, type HubHistory } from "./hub-history.ts";
import type { NoteFaults } from "./note-faults.ts";
import { forgetPool } from "./obtain-money.ts";
import { keepNotes } from "./keep-notes.ts";
import type { LeasePort } from "./lease-port.ts";
import { createLeases } from "./leases.ts";
import { alignAll, reportHeld } from "./report-held.ts";
import { fenceBucket } from "./scarce-bucket.ts";
import { forgetHistory, noteOwn } from "./seen-of-hub.ts";
import { beginAfterEnd, settleRevoked, takePart } from "./take-part.ts";

const ROSTER = "hub_roster";
/** The hub's list is read by then. */
const LISTED_WITHIN_MS = 30_000;
const rosterSchema = z.array(z.string());

export type SharedSession = {
  readonly mayAsk: MayAsk;
  /** Each line of the hub's list of stations, now and when it changes. */
  meet(station: RosterEntry): void;
  /**
   * Ends the part of a station that publishes nothing any more.
   * @throws AppError E2112, E2135; it can be repeated.
   */
  end(station: { readonly id: string; readonly incarnation: number }): Promise<void>;
  /** Resolves when this station has its part. */
  readonly taken: Promise<void>;
  /** Stations that have not reported what they hold to a hub that was set back. */
  awaited(): readonly string[];
  close(): void;
};

type Parts = {
  readonly deps: Deps;
  readonly kv: KV;
  readonly session: Session;
  readonly organizationID: string;
  /** A hub lists who was revoked: the parts of those are ended by themselves. */
  readonly hasList: boolean;
  /** Where the core's calls get their leases. */
  readonly port: LeasePort;
  /** Notes of the hub that did not fit. */
  readonly faults: NoteFaults;
  /** Resolves when all that the stream has is applied here. */
  readonly caughtUp: (signal: AbortSignal) => Promise<void>;
};

/**
 * The station leaves this hub: what it knew of it counts for no other one. Inside a transaction.
 */
export function forgetShared(deps: Pick<Deps, "db">, organizationID: string): void {
  forgetHistory(deps);
  forgetPool(deps, organizationID);
  dropMeta(deps.db, ROSTER);
}

/** @throws Error when the hub does not say whether it is whole: nothing is leased then. */
export async function shareSession({
  deps,
  kv,
  session,
  organizationID,
  hasList,
  port,
  faults,
  caughtUp,
}: Parts): Promise<SharedSession> {
  const { db } = deps;
  const over = new AbortController();
  const line = watchLine(session);
  // What this station holds is reported also where nothing that can be read is left of a document.
  const bucket = fenceBucket(
    kv,
    () => line.isDown || over.signal.aborted,
    (revision) => noteOwn(deps, revision),
    { faults, by: db.stationID, onLost: () => true },
  );
  const lines = new Map<string, RosterEntry>();
  /** Known from earlier sessions: the list of a hub that has just started may not be whole yet. */
  const known = new Set(readRoster(deps));
  const holders = (): readonly string[] | undefined => {
    if (!lines.has(db.stationID)) return undefined;
    for (const { id, revokedAt } of lines.values()) {
      if (revokedAt === null) known.add(id);
      else known.delete(id);
    }
    return [...known];
  };
  const beganAt = performance.now();
  const mayAsk: MayAsk = (id) =>
    lines.get(id) === undefined ? known.has(id) : lines.get(id)?.revokedAt === null;
  const isKnown = (id: string): boolean =>
    lines.has(id) || known.has(id) || performance.now() - beganAt < LISTED_WITHIN_MS;
  const isOver = (): boolean => over.signal.aborted || line.isDown;
  let history: HubHistory | undefined;
  // A part that an older hub does not know is not closed by it.
  const onLost = (): boolean => {
    history?.noteLoss();
    return false;
  };
  const whole = fenceBucket(
    kv,
    () => isOver() || history?.isWhole !== true,
    (revision) => noteOwn(deps, revision),
    { faults, by: db.stationID, onLost },
  );
  const stream = {
    caughtUp: () => caughtUp(over.signal),
    lastNumber: (stationID: string) => lastNumberOf(session.manager, stationID),
  };
  const settle = (listed: RosterEntry): void => {
    const { id } = listed;
    if (!hasList) return;
    settleRevoked({ deps, kv: whole, organizationID }, { id, listed }, stream).catch(
      (err: unknown) =>
        isOver() ||
        deps.log.warn(
          { err, station: id },
          "the part of a revoked station was not ended; another station does it, or the next connection",
        ),
    );
  };
  const leases = createLeases(deps, {
    kv: whole,
    nc: session.connection,
    isConnected: () => !isOver(),
    isWhole: () => history?.isWhole === true,
    organizationIDs: () => [organizationID],
    hubNow: session.hubNow,
    stations: { mayAsk, isKnown },
  });
  const taken = Promise.withResolvers<void>();
  let stopKeeping: () => void;
  try {
    // Before anything is published.
    await beginAfterEnd(bucket, deps, organizationID);
    history = await followHistory({
      deps,
      kv,
      manager: session.manager,
      isSuspect: session.hasLost,
      faults,
      holders,
      onLoss: () => session.republish(),
      report: () => reportHeld(bucket, deps, organizationID),
      onWhole() {
        writeRoster(deps, holders() ?? [...known]);
        alignAll(whole, deps, organizationID).catch(
          (err: unknown) =>
            isOver() || deps.log.warn({ err }, "the hub did not say which numbers are given"),
        );
        const taking = takePart(
          { deps, kv: whole, organizationID, leases },
          () => caughtUp(over.signal),
          over.signal,
        );
        taking.then(taken.resolve, () => {});
        taking.catch(
          (err: unknown) =>
            isOver() ||
            deps.log.warn(
              { err },
              "this station's part of what is shared was not taken; the next connection does it",
            ),
        );
        for (const one of lines.values()) if (one.revokedAt !== null) settle(one);
      },
    });
    stopKeeping = await keepNotes({ deps, kv, whole, organizationID });
  } catch (error) {
    history?.close();
    leases.close();
    line.stop();
    throw error;
  }
  const stopUsing = port.use(leases);
  const stopAnchoring = keepAnchoring(deps, organizationID);
  return {
    mayAsk,
    meet(station) {
      lines.set(station.id, station);
      if (history?.isWhole !== true) return;
      writeRoster(deps, holders() ?? []);
      if (station.revokedAt !== null) settle(station);
    },
    async end(station) {
      if (history?.isWhole !== true) throw new AppError("E2135");
      if (!(await settleRevoked({ deps, kv: whole, organizationID }, station, stream)))
        throw new AppError("E2112");
    },
    taken: taken.promise,
    awaited: () => history?.awaited() ?? [],
    close() {
      over.abort(new Error("the session with the hub is over"));
      line.stop();
      stopUsing();
      stopAnchoring();
      stopKeeping();
      history?.close();
      leases.close();
    },
  };
}

/** The connection is made anew by itself: what is asked over it then may be another hub. */
function watchLine({ connection }: Session): { readonly isDown: boolean; stop(): void } {
  const status = connection.status();
  let isDown = false;
  void (async () => {
    for await (const { type } of status)
      if (type === "disconnect" || type === "staleConnection") isDown = true;
  })();
  return {
    get isDown() {
      return isDown;
    },
    stop() {
      isDown = true;
      void (status as AsyncIterator<unknown> & typeof status).return?.(undefined);
    },
  };
}

function readRoster({ db }: Pick<Deps, "db">): readonly string[] {
  const text = findMeta(db, ROSTER);
  return text === undefined ? [] : parseJson(text, rosterSchema, "the stations of the hub");
}

function writeRoster(
  deps: Pick<Deps, "db" | "now" | "newId" | "log">,
  ids: readonly string[],
): void {
  const text = JSON.stringify([...ids].sort());
  if (findMeta(deps.db, ROSTER) !== text)
    inTransaction(deps, () => writeMeta(deps.db, ROSTER, text));
}
