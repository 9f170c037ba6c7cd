/** Finds ledger entries that this station has not published. */
import { unpackChanges } from "../../db/packed-changes.ts";
import type { Db } from "../../db/database.ts";
import { listOutboxChanges } from "./sync.store.ts";

const AT_ONCE = 200;

/**
 * Lists the ids of an organization's ledger entries that the hub does not have yet.
 *
 * @param after The last row of this station's outbox that the hub has.
 */
export function listUnpublishedEntries(
  db: Pick<Db, "sql">,
  organizationID: string,
  after: number,
): string[] {
  const ids: string[] = [];
  for (let from = after; ;) {
    const rows = listOutboxChanges(db, from, AT_ONCE);
    for (const { payload } of rows)
      for (const [table, id, fields] of unpackChanges(payload))
        if (table === "ledger_entries" && fields["organization_id"] === organizationID)
          ids.push(id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return ids;
    from = last.seq;
  }
}
