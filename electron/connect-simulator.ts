/** Makes the running printer simulator a printer of the station. */
import type { Log } from "../core/base/log.ts";
import type { CoreHost } from "./core-host.ts";
import type { Simulator } from "./simulator.ts";

/**
 * Connects the simulator once the core runs.
 *
 * @param core Rejects when the core does not start; the caller that awaits it reports why.
 * @param starting undefined when no simulator is wanted.
 * @returns null when no simulator runs, or when the core or the simulator failed. Never rejects.
 */
export async function connectSimulator(
  core: Promise<Pick<CoreHost, "connectSimulator">>,
  starting: Promise<Simulator | null> | undefined,
  log: Pick<Log, "error">,
): Promise<Simulator | null> {
  try {
    const [host, simulator] = await Promise.all([core.catch(() => null), starting ?? null]);
    if (host === null) return null;
    if (simulator !== null)
      await host.connectSimulator({ host: simulator.host, port: simulator.port });
    return simulator;
  } catch (err) {
    log.error({ err }, "the printer simulator could not be set up");
    return null;
  }
}
