/**
 * Erases persons from quarantined changes. A change about an erased person loses its whole body if
 * it will never be applied; a change that is applied later loses only the personal fields.
 */
import { inTransaction } from "../../db/change.ts";
import type { RowChange, SqlRow } from "../../db/database.ts";
import { isErased } from "../../db/erased.ts";
import { packChanges, unpackForeign } from "../../db/packed-changes.ts";
import {
  LATER_REASONS,
  listQuarantined,
  writeQuarantinedBody,
  type Quarantined,
} from "../../db/quarantine.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { erased } from "../../shipping/shipments/purchase-snapshot.ts";
import { readSnapshot, writeSnapshot } from "../../shipping/shipments/stored-snapshot.ts";
import { findShipmentOf } from "./erased-texts.store.ts";

const READ_AT_ONCE = 2;
const GONE = new Uint8Array();

/** Scrubs all quarantined changes; each yield ends a turn of the core's thread. */
export function* scrubQuarantined(deps: WriteDeps): Generator<void> {
  for (let after = ""; ; yield) {
    const rows = listQuarantined(deps.db, after, READ_AT_ONCE);
    if (rows.length === 0) return;
    inTransaction(deps, () => {
      for (const row of rows) scrub(deps, row);
    });
    after = rows.at(-1)?.id ?? "";
  }
}

function scrub(deps: ReadDeps, { id, reason, body }: Quarantined): void {
  if (body.length === 0) return;
  const isLater = LATER_REASONS.some((one) => one === reason);
  const changes = tryUnpack(body);
  // A change of a newer version is emptied when it is applied. Any other change that cannot be read
  // is never applied.
  if (changes === undefined) return isLater ? undefined : writeQuarantinedBody(deps.db, id, GONE);
  const about = changes.map((change) => isAboutErased(deps, change, changes));
  if (!about.some(Boolean)) return;
  writeQuarantinedBody(deps.db, id, isLater ? emptied(deps, changes, about) : GONE);
}

/**
 * Empties the personal fields of the changes that are about an erased person.
 *
 * @returns An empty body when that fails: such changes cannot be applied either.
 */
function emptied(
  deps: ReadDeps,
  changes: readonly RowChange[],
  about: readonly boolean[],
): Uint8Array {
  try {
    return packChanges(
      changes.map((change, i) => (about[i] === true ? withoutPerson(deps, change) : change)),
    );
  } catch {
    return GONE;
  }
}

function tryUnpack(body: Uint8Array): RowChange[] | undefined {
  try {
    return unpackForeign(body);
  } catch {
    return undefined;
  }
}

function isAboutErased(
  { db }: ReadDeps,
  [table, id, fields]: RowChange,
  all: readonly RowChange[],
): boolean {
  const isOfPurchase = table === "purchase_snapshots" || table === "transactions";
  const beside = all.find(
    ([name, other]) => isOfPurchase && name === "transactions" && other === id,
  );
  const purchased = isOfPurchase
    ? (beside?.[2]["shipment_id"] ?? findShipmentOf(db, id))
    : undefined;
  const ids = [id, fields["shipment_id"], purchased];
  return ids.some((one) => typeof one === "string" && isErased(db, one));
}

function withoutPerson({ db }: ReadDeps, [table, id, fields, isInsert]: RowChange): RowChange {
  const empty = Object.entries(db.tables.synced.get(table)?.personal ?? {}).filter(
    ([column]) => column in fields,
  );
  const now: SqlRow = { ...fields, ...Object.fromEntries(empty) };
  const { body } = fields;
  if (table === "purchase_snapshots" && typeof body === "string") {
    now["body"] = writeSnapshot(erased(readSnapshot({ sender: "{}", body }))).body;
  }
  return isInsert === undefined ? [table, id, now] : [table, id, now, isInsert];
}
