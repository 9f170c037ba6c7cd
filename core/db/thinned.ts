/**
 * Old shipments of which this station keeps no single facts and tracking events: its own status, columns and purchases are here, and stations
 * that keep everything have the rest. Who reads the rest of one gets it brought back first.
 */
import { AppError } from "../base/errors.ts";
import type { Db } from "./database.ts";

/** What is read of a shipment is at other stations. Nothing was written; it can be tried again once it was brought back. */
class DetailsElsewhereError extends AppError {
  override readonly name = "DetailsElsewhereError";
  readonly shipmentID: string;

  constructor(shipmentID: string) {
    super("E2152");
    this.shipmentID = shipmentID;
  }
}

type Details = {
  /**
   * Brings all facts and events of a shipment here, and folds it. Does nothing for one that is not thinned. Takes at most some five seconds.
   *
   * @throws AppError E2152 when no station that has them is reached; nothing is changed then.
   */
  bringBack(shipmentID: string): Promise<void>;
};

export type DetailsPort = Details & {
  /** Details are got from these from now on. */
  use(details: Details): void;
};

/** Of a station that has joined no hub: nothing is brought back. */
export function createDetailsPort(): DetailsPort {
  let current: Details | undefined;
  return {
    bringBack: (shipmentID) => current?.bringBack(shipmentID) ?? Promise.reject(new DetailsElsewhereError(shipmentID)),
    use: (details) => void (current = details),
  };
}

/** A call reads one shipment, and at most one that belongs to it. */
const TRIES = 4;

/**
 * Runs `run`; where it reads what is at other stations, again after that was brought back.
 *
 * @param run What it wrote must be undone when it throws `DetailsElsewhereError`: it is run again from its beginning.
 * @throws AppError E2152
 */
export async function withDetails<T>({ details }: { readonly details: Details }, run: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DetailsElsewhereError) || tries > TRIES) throw error;
      await details.bringBack(error.shipmentID);
    }
  }
}

/** In `wanted`: of an organization that this station has left. */
const LEFT = 2;

/** @param seq The shipment's place. */
export function isThinned(db: Pick<Db, "sql">, seq: number): boolean {
  return db.sql(`SELECT 1 FROM thinned_shipments WHERE seq = ? AND back_at IS NULL`).get(seq) !== undefined;
}

/** @throws DetailsElsewhereError */
export function requireDetails(db: Pick<Db, "sql">, shipmentID: string): void {
  const found = db.sql(`SELECT 1 FROM shipments AS s JOIN thinned_shipments AS t ON t.seq = s.seq WHERE s.id = ? AND t.back_at IS NULL`).get(shipmentID);
  if (found !== undefined) throw new DetailsElsewhereError(shipmentID);
}

/** Something came for a thinned shipment: it is brought back by itself, and folded. Inside a transaction. */
export function markWanted(db: Pick<Db, "sql">, seq: number): void {
  db.sql(`UPDATE thinned_shipments SET wanted = 1 WHERE seq = ? AND back_at IS NULL AND wanted = 0`).run(seq);
}

/** The station leaves the organization to the others, with what they keep of it. Inside a transaction. */
export function leaveThinned(db: Pick<Db, "sql">): void {
  db.sql(`UPDATE thinned_shipments SET wanted = ${LEFT} WHERE back_at IS NULL`).run();
}

/** The station goes on alone with the organization: what others kept of it is lost for good, and what is here is all. Inside a transaction. */
export function loseThinned(db: Pick<Db, "sql">, now: string): void {
  db.sql(`UPDATE thinned_shipments SET back_at = ?, wanted = 0 WHERE back_at IS NULL`).run(now);
}

/** The station is among the stations of an organization again. Inside a transaction. */
export function rejoinThinned(db: Pick<Db, "sql">, organizationID: string): void {
  db.sql(`UPDATE thinned_shipments SET wanted = 1 WHERE back_at IS NULL AND wanted = ${LEFT} AND (SELECT s.organization_id FROM shipments AS s WHERE s.seq = thinned_shipments.seq) = ?`).run(organizationID);
}

/** The purchases of the shipment `:id`, also of one whose facts are elsewhere: a statement's part that answers their ids. */
export const PURCHASES_OF = `SELECT source_id FROM shipment_facts WHERE shipment_id = :id
          UNION
         SELECT purchase_id FROM shipments WHERE id = :id
          UNION
         SELECT json_each.value FROM shipments AS s JOIN thinned_shipments AS t ON t.seq = s.seq JOIN json_each(t.sources) WHERE s.id = :id`;
