/** A station that makes backups, and starts again with the data of its last one. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Backup } from "../../core/station/backups/backups.schema.ts";
import { restoreHeadless } from "../../core/station/backups/restore-headless.ts";
import {
  eventually,
  station,
  temporaryFolder,
  type Station,
  type StationOptions,
} from "./station.ts";

export type RestorableStation = {
  /** The running station; another one after a restore. */
  readonly now: Station;
  backUp(): Promise<void>;
  /** Stops the station, restores its last backup, and starts it again. */
  restore(): Promise<void>;
};

/** Starts such a station in a new folder. */
export async function restorableStation(options: StationOptions): Promise<RestorableStation> {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const open = (): Promise<Station> => station({ ...options, dataDir });
  let now = await open();
  return {
    get now() {
      return now;
    },
    async backUp() {
      await now.desk("POST", "/station/backup", { folder });
      await eventually(
        "the backup is made",
        async () => (await now.desk<Backup>("GET", "/station/backup")).data.step === "done",
      );
    },
    async restore() {
      await now.stop();
      const from = join(folder, readdirSync(folder).toSorted().at(-1) ?? "");
      await restoreHeadless({ dataDir, from, became: undefined, isConfirmed: true }, () => {});
      now = await open();
    },
  };
}
