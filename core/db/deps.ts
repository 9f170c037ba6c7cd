/** Dependencies of a function that uses the database. */
import type { SharedFilesPort } from "../ports/shared-files.ts";
import type { Db } from "./database.ts";
import type { Leases } from "./leases.ts";
import type { Reader } from "./reader.ts";
import type { PortDeps } from "../ports/deps.ts";

export type DbDeps = PortDeps & {
  /** The only writer of the database. */
  readonly db: Db;
  /** Reads large results on another thread and its own connection. */
  readonly reader: Reader;
  /**
   * Obtains number blocks, balance and orders from the hub and the other stations of an
   * organization.
   */
  readonly leases: Leases;
  /** Fetches label files that another station keeps. */
  readonly files: SharedFilesPort;
};

/** Dependencies of a function that writes rows, as `inTransaction` and `applyRemote` take them. */
export type WriteDeps = Pick<DbDeps, "db" | "now" | "newId" | "log">;

/** Dependencies of a function that only reads rows. */
export type ReadDeps = Pick<DbDeps, "db">;
