/** Stations without servers and threads that exchange their transactions through a real hub. */
import { createHash } from "node:crypto";
import { columnsOf } from "../../core/db/columns.ts";
import type { Instant } from "../../core/base/units.ts";
import type { Db } from "../../core/db/database.ts";
import type { Deps } from "../../core/deps.ts";
import { startLink, type Link, type LinkParts } from "../../core/sync/stream/link.ts";
import type { BareNats } from "./bare-nats.ts";
import { looseStation } from "./loose-stations.ts";
import { SYNCED_TABLES } from "./tables.ts";

export type LinkedStation = { readonly deps: Deps; readonly link: Link; stop(): Promise<void> };

/** @param path File of the database, when the database must outlive the station. */
export function linkedStation(
  nats: Pick<BareNats, "connect">,
  path = ":memory:",
  parts: Partial<LinkParts> = {},
): LinkedStation {
  const { deps: loose } = looseStation(0, [], path);
  const deps: Deps = { ...loose, now: () => new Date().toISOString() as Instant };
  const link = startLink({
    deps,
    connect: () => nats.connect(),
    scope: (commit) => commit,
    boundary: () => () => false,
    bootstrap: () => Promise.reject(new Error("this station has no snapshot")),
    onOlderCopy: () => {},
    onSession: () => Promise.resolve(() => {}),
    ...parts,
  });
  return {
    deps,
    link,
    async stop() {
      await link.stop();
      deps.db.close();
    },
  };
}

/**
 * Hashes all synced rows with their stamps, by the stations' names: equal at stations that are in
 * sync.
 */
export function hashRows(
  db: Pick<Db, "sql" | "columns" | "stamps" | "tables">,
): Record<string, string> {
  return Object.fromEntries(
    SYNCED_TABLES.map((table) => {
      const columns = [...columnsOf(db, table)].sort();
      const hash = createHash("sha256");
      let n = 0;
      for (const row of db
        .sql<Record<string, unknown>>(
          `SELECT id, stamp, ${columns.join(", ")} FROM ${table} ORDER BY id, ${columns.join(", ")}`,
        )
        .iterate()) {
        const stamp = String(row["stamp"]);
        hash.update(
          JSON.stringify([
            ...Object.values({ ...row, stamp: "" }),
            stamp.slice(0, 16),
            db.stamps.writerOf(stamp),
          ]),
        );
        n += 1;
      }
      return [table, `${n} ${hash.digest("hex").slice(0, 16)}`];
    }),
  );
}
