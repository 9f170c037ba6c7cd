/**
 * Asks a marketplace for prices at a station that was restored from a backup: an order from before
 * the restore may have a label there that was bought after the backup, and a second one would be
 * paid again.
 */
import { earliestIdAt } from "../../base/ids.ts";
import type { CachedDb } from "../../db/database.ts";
import { findMeta, RESTORED_AT } from "../../db/station-meta.ts";
import { done, type Outcome, type Quotes, type RemoteCarrier } from "../carriers/carrier.ts";
import type { Connection } from "../carriers/connection.ts";
import { ineligibleBecause } from "../carriers/ineligible.ts";

/** Largest difference between the clocks of both servers, ms. */
const CLOCKS_MS = 60 * 60_000;

/** Makes a carrier that first looks whether an order has a label there. */
export function askRestored(
  db: CachedDb,
  { findSold }: Pick<Connection, "findSold">,
  carrier: RemoteCarrier,
): RemoteCarrier {
  if (findSold === undefined) return carrier;
  const quote: RemoteCarrier["quote"] = async (consignment, signal, key) => {
    const asked = keysBeforeRestore(db, key);
    const sold = asked === undefined ? done(null) : await findSold(asked, signal);
    if (sold.outcome !== "done") return sold;
    return sold.value === null
      ? await carrier.quote(consignment, signal, key)
      : alreadySold(carrier, sold.value);
  };
  return { ...carrier, quote };
}

/** Finds what an order's keys start with; undefined for an order that was made after the restore. */
function keysBeforeRestore(
  db: CachedDb,
  key: string,
): { readonly prefix: string; readonly since: string } | undefined {
  const restoredAt = findMeta(db, RESTORED_AT);
  const [id = "", requestNo] = key.split(":");
  if (restoredAt === undefined || requestNo === undefined) return undefined;
  // Ids of other servers have no time.
  const isOurs = id.charAt(14) === "7";
  if (isOurs && id >= earliestIdAt(Date.parse(restoredAt))) return undefined;
  const madeAtMs = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
  const since = isOurs ? new Date(madeAtMs - CLOCKS_MS).toISOString() : "";
  return { prefix: `${id}:`, since };
}

function alreadySold({ name }: RemoteCarrier, barcode: string): Outcome<Quotes> {
  const service = { providerCode: "", providerServiceCode: "", name };
  const label = barcode === "" ? "–" : barcode;
  return done({
    quotes: [],
    ineligible: [ineligibleBecause(service, "SOLD_BEFORE_RESTORE", label)],
  });
}
