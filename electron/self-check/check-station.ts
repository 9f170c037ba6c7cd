/** Runs the self-check on the station that was opened for it, in the process that does the work. */
import type { BrowserWindow } from "electron";
import type { Ending } from "../ending.ts";
import type { OpeningStation } from "../station.ts";
import { untilUsable } from "../windows/station-window.ts";

/** Time limit of one check, ms: a slow computer opens its first window in half a minute. */
const CHECK_WITHIN_MS = 60_000;

/** Runs the checks, saves their results in the scratch folder, and ends the station. */
export async function checkStation(
  window: BrowserWindow,
  station: OpeningStation,
  folder: string,
  ending: Ending,
): Promise<void> {
  const [{ runChecks, stationChecks }, { keepFound }] = await Promise.all([
    import("./checks.ts"),
    import("./self-check.ts"),
  ]);
  const checks = stationChecks({
    core: await station.core,
    window,
    simulator: station.simulator,
    usable: () => untilUsable(window),
  });
  keepFound(folder, await runChecks(checks, CHECK_WITHIN_MS));
  await ending.end(0);
}
