/**
 * Stations note now and then how far they have seen each other's chains of the ledger, for all to
 * have. Who writes a chain anew in one station's file, with hashes that fit, cannot change what the
 * others have noted: the check of the ledger finds the difference.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { findAnchor, findHead, insertAnchor } from "./anchors.store.ts";

/** A chain is noted again after so many entries, or so long. */
const ENTRIES = 200;
const EACH_MS = 60 * 60_000;
const LOOKED_EACH_MS = 60_000;

type Writer = WriteDeps;

/**
 * Notes chains of other stations that have grown, in one transaction. One that any station has
 * noted lately is not noted again.
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

/** @returns Stops it. */
export function keepAnchoring(deps: Writer, organizationID: string): () => void {
  const timer = setInterval(() => {
    try {
      anchorChains(deps, organizationID);
    } catch (err) {
      deps.log.warn(
        { err },
        "how far other stations' ledgers were seen could not be noted; it is tried again",
      );
    }
  }, LOOKED_EACH_MS).unref();
  return () => clearInterval(timer);
}
