/** Stations without servers and threads that exchange their transactions through a real hub. */
import { createHash } from "node:crypto";
import { columnsOf } from "../../core/db/columns.ts";
import type { Instant } from "../../core/base/units.ts";
import type { Db } from "../../core/db/database.ts";
import type { Deps } from "../../core/deps.ts";
import type { SessionServices } from "../../core/sync/begin-session.ts";
import type { ConnectionSetup } from "../../core/sync/connection-setup.ts";
import { startConnection, type HubConnection } from "../../core/sync/connection.ts";
import type { BareNats } from "./bare-nats.ts";
import { looseStation } from "./loose-stations.ts";
import { SYNCED_TABLES } from "./tables.ts";

export type ConnectedStation = {
  readonly deps: Deps;
  readonly connection: HubConnection;
  stop(): Promise<void>;
};

/** Services of a session in which nothing is leased. */
export const NO_SERVICES: SessionServices = {
  leases: {
    mayAsk: () => true,
    meet() {},
    end: () => Promise.resolve(),
    taken: Promise.resolve(),
    awaited: () => [],
    close() {},
  },
  isCaughtUp: () => true,
  end() {},
};

/**
 * Creates a station that exchanges its transactions through this server.
 *
 * @param path File of the database, when the database must outlive the station.
 */
export function connectedStation(
  nats: Pick<BareNats, "connect">,
  path = ":memory:",
  parts: Partial<ConnectionSetup> = {},
): ConnectedStation {
  const { deps: loose } = looseStation(0, [], path);
  const deps: Deps = { ...loose, now: () => new Date().toISOString() as Instant };
  const connection = startConnection({
    deps,
    connect: () => nats.connect(),
    scope: (commit) => commit,
    boundary: () => () => false,
    takeSnapshot: () => Promise.reject(new Error("this station has no snapshot")),
    onOlderCopy: () => {},
    beginSession: () => Promise.resolve(NO_SERVICES),
    ...parts,
  });
  return {
    deps,
    connection,
    async stop() {
      await connection.stop();
      deps.db.close();
    },
  };
}

/**
 * Hashes all synced rows with the time and the writing station of their stamps, because each
 * station numbers the others differently. Stations that are in sync have equal hashes.
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
