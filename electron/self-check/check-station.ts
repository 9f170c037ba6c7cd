/**
 * Runs the checks of the self-check in its second process, on the station that the second process
 * has opened.
 */
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
  const [{ runChecks, stationChecks }, { saveResults }] = await Promise.all([
    import("./checks.ts"),
    import("./self-check.ts"),
  ]);
  const checks = stationChecks({
    core: await station.core,
    window,
    simulator: station.simulator,
    usable: () => untilUsable(window),
  });
  saveResults(folder, await runChecks(checks, CHECK_WITHIN_MS));
  await ending.end(0);
}
