/**
 * Reinstalls the previous version after an update whose starts failed. This happens only once: if
 * it does not help, a person must act.
 *
 * Does not touch the database. The previous version opens data that it can read, and restores the
 * copy from before the update only if nothing was written since the update
 * (core/db/before-upgrade.ts). If the previous version could do neither, nothing is reinstalled.
 */
import { join } from "node:path";
import { canOlderVersionOpen } from "../../core/db/older-reader.ts";
import type { Log } from "../../core/base/log.ts";
import { findKeptInstaller, isWhole, type KeptInstaller } from "./kept-installers.ts";
import type { Starts } from "./starts.ts";

/**
 * `dataIsNewer`: the previous version cannot read the data. `damaged`: the checksum of the previous
 * version's installer is wrong. `notInstalled`: the installation failed. `again`: reinstalling was
 * tried before. `none`: no installer of another version is kept.
 */
export type RollbackFailure = {
  readonly reason: "none" | "again" | "dataIsNewer" | "damaged" | "notInstalled";
  readonly kept: string | null;
};

type Deps = {
  readonly dataFolder: string;
  /** The running version, whose starts failed. */
  readonly version: string;
  readonly starts: Pick<Starts, "wasRolledBack" | "markRolledBack">;
  readonly log: Pick<Log, "warn" | "error">;
  /** Installs the file and starts it. */
  install(kept: KeptInstaller): Promise<void>;
};

/**
 * Installs the previous version and starts it.
 *
 * @returns null when the previous version is installed and starts, so that this version must end;
 *   else the reason.
 */
export async function rollBack({
  dataFolder,
  version,
  starts,
  log,
  install,
}: Deps): Promise<RollbackFailure | null> {
  const kept = findKeptInstaller(dataFolder);
  const fail = (reason: RollbackFailure["reason"]): RollbackFailure => {
    log.warn(
      { reason, kept: kept?.version ?? null },
      "the starts of this version failed, and the previous version was not installed",
    );
    return { reason, kept: kept?.version ?? null };
  };
  if (kept === undefined || kept.version === version) return fail("none");
  if (starts.wasRolledBack) return fail("again");
  try {
    if (!canOlderVersionOpen(join(dataFolder, "packbench.db"), kept.schema))
      return fail("dataIsNewer");
    if (!(await isWhole(kept))) return fail("damaged");
    starts.markRolledBack();
    await install(kept);
  } catch (err) {
    log.error({ err }, "the previous version could not be installed");
    return fail("notInstalled");
  }
  log.warn(
    { from: version, to: kept.version },
    "the starts of this version failed: the previous version was installed",
  );
  return null;
}
