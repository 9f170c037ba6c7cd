/**
 * Reinstalls the previous version after an update whose starts failed. Only once: if that does not
 * help, a person must act.
 *
 * Does not touch the database. The previous version opens data that it can read, and restores the
 * copy from before the update only if nothing was written since (core/db/before-upgrade.ts). If it
 * could do neither, nothing is reinstalled.
 */
import { join } from "node:path";
import { canOlderVersionOpen } from "../../core/db/older-reader.ts";
import type { Log } from "../../core/base/log.ts";
import { findKeptInstaller, isWhole, type KeptInstaller } from "./kept-installers.ts";
import type { Starts } from "./starts.ts";

/**
 * `dataIsNewer`: the previous version cannot read the data. `damaged`: its installer's checksum is
 * wrong. `notInstalled`: the system refused it. `again`: reinstalling was tried before. `none`: no
 * installer is kept.
 */
export type NotBack = {
  readonly reason: "none" | "again" | "dataIsNewer" | "damaged" | "notInstalled";
  readonly kept: string | null;
};

type Deps = {
  readonly dataFolder: string;
  /** The running version, whose starts failed. */
  readonly version: string;
  readonly starts: Pick<Starts, "wasTakenBack" | "takenBack">;
  readonly log: Pick<Log, "warn" | "error">;
  /** Installs the file and starts it. */
  install(kept: KeptInstaller): Promise<void>;
};

/**
 * @returns null when the previous version is installed and starts, so that this one must end; else
 *   the reason.
 */
export async function goBack({
  dataFolder,
  version,
  starts,
  log,
  install,
}: Deps): Promise<NotBack | null> {
  const kept = findKeptInstaller(dataFolder);
  const not = (reason: NotBack["reason"]): NotBack => {
    log.warn(
      { reason, kept: kept?.version ?? null },
      "the starts of this version failed, and the previous version was not installed",
    );
    return { reason, kept: kept?.version ?? null };
  };
  if (kept === undefined || kept.version === version) return not("none");
  if (starts.wasTakenBack) return not("again");
  try {
    if (!canOlderVersionOpen(join(dataFolder, "packbench.db"), kept.schema))
      return not("dataIsNewer");
    if (!(await isWhole(kept))) return not("damaged");
    starts.takenBack();
    await install(kept);
  } catch (err) {
    log.error({ err }, "the previous version could not be installed");
    return not("notInstalled");
  }
  log.warn(
    { from: version, to: kept.version },
    "the starts of this version failed: the previous version was installed",
  );
  return null;
}
