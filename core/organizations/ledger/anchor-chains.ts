/**
 * Anchors: each station records from time to time how far it has seen the ledger chains of other
 * stations, and all stations get these records. Somebody who rewrites a chain in one station's
 * file, with matching hashes, cannot change the anchors at other stations, so the ledger check
 * finds the difference.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { findAnchor, findHead, insertAnchor } from "./anchors.store.ts";

/**
 * A chain that has grown gets another anchor after this number of entries (`ENTRIES`), or after
 * this time in ms (`EACH_MS`).
 */
const ENTRIES = 200;
const EACH_MS = 60 * 60_000;
const LOOKED_EACH_MS = 60_000;

type Writer = WriteDeps;

/**
 * Anchors the chains of other stations that have grown, in one transaction. Skips a chain that any
 * station has anchored recently, unless the chain has grown by many entries since that anchor.
 */
export function anchorChains(deps: Writer, organizationID: string): void {
  const { db } = deps;
  const latest = new Date(Date.parse(deps.now()) - EACH_MS).toISOString();
  const due = db.stamps.writers().flatMap((writer) => {
    const [stationID = "", incarnation] = writer.split(".");
    if (stationID === db.stationID || incarnation === undefined) return [];
    const chain = { organizationID, stationID, incarnation: Number(incarnation) };
    const head = findHead(db, chain);
    const known = findAnchor(db, chain);
    if (
      head === undefined ||
      (known !== undefined &&
        (head.n <= known.n || (head.n < known.n + ENTRIES && known.at > latest)))
    )
      return [];
    return [{ ...chain, ...head }];
  });
  if (due.length > 0)
    inTransaction(deps, () =>
      due.forEach((one) => insertAnchor(db, { ...one, id: deps.newId(), now: deps.now() })),
    );
}

/**
 * Anchors chains by a timer.
 *
 * @returns A function that stops the timer.
 */
export function keepAnchoring(deps: Writer, organizationID: string): () => void {
  const timer = setInterval(() => {
    try {
      anchorChains(deps, organizationID);
    } catch (err) {
      deps.log.warn(
        { err },
        "anchors of other stations' ledgers could not be stored; this will be retried",
      );
    }
  }, LOOKED_EACH_MS).unref();
  return () => clearInterval(timer);
}
