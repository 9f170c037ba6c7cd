/**
 * Measures one-step purchases during a backup of a large database, and without a backup. The backup
 * uses the same thread, steps and disk as the nightly backup.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { backupName } from "../../core/station/backups/manifest.ts";
import { openBackupThread } from "../../core/station/backups/backup-thread.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { agent, call, purchase } from "./call.ts";
import { filledFolder } from "./fill.ts";
import { isWanted, measure, median } from "./measure.ts";
import { startProgram, stopProgram } from "./program.ts";

const MANY = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 100_000);
const CALLS = 100;

if (isWanted("backup")) {
  const dataDir = await filledFolder(MANY);
  const folder = folderOnDisk();
  const target = await startProgram(resolve(import.meta.dirname, "purchase-station.ts"), [dataDir]);
  const sender = (await call<{ id: string }[]>(target, "GET", "/addresses")).body.data[0]?.id ?? "";
  const seconds: number[] = [];
  let made = 0;

  /**
   * Buys until `isOver` returns true, and at least `CALLS` times.
   * @param isOver Returns true when the purchases may end.
   * @returns Median time of a purchase, ms.
   */
  const purchases = async (isOver: () => boolean): Promise<number> => {
    const times: number[] = [];
    while (times.length < CALLS || !isOver())
      times.push((await call(target, "POST", "/transactions", purchase(sender))).ms);
    return median(times);
  };
  const duringBackup = async (): Promise<number> => {
    const startedAt = performance.now();
    const thread = openBackupThread();
    let isOver = false;
    const madeAt = new Date(Date.UTC(2026, 0, 1) + (made += 1) * 86_400_000).toISOString();
    const plan = {
      from: dataDir,
      folder,
      name: backupName(madeAt, "bench"),
      stationID: "bench",
      about: { madeAt, madeBy: "bench", machine: "" },
      keep: { daily: 1, weekly: 0, monthly: 0 },
    };
    const writing = thread
      .call("write", { plan, progress: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) })
      .finally(() => (isOver = true));
    const ms = await purchases(() => isOver);
    await writing;
    seconds.push((performance.now() - startedAt) / 1_000);
    await thread.close(new Error("the measurement has ended"));
    return ms;
  };

  try {
    await purchases(() => true); // Warms the station.
    await measure([
      {
        row: "backup.purchase-beside",
        unit: "ms",
        goal: "ratio ≤ 1.3",
        ours: duringBackup,
        floor: () => purchases(() => true),
      },
    ]);
    process.stdout.write(
      `a backup of ${MANY} shipments with its checks took ${seconds.map((s) => s.toFixed(1)).join(", ")} s during purchases\n`,
    );
  } finally {
    agent.destroy();
    await stopProgram(target);
    rmSync(folder, { recursive: true, force: true });
  }
}
