/**
 * A station that is the hub too: the hub runs in the station's process, its nats-server beside it,
 * from the station's start to its end. Its folder is `hub` in the data folder. All else is as with
 * a hub of its own.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import type { HubHost } from "../sync/hub-host.ts";
import { HUB_REASONS, type HubServer } from "../sync/sync.schema.ts";
import type { Hub } from "./hub.ts";
import { HUB_TIMES } from "./hub-times.ts";

const KEY = "hubServer";

const chosenSchema = z.object({
  program: z.string().optional(),
  port: z.int().min(0).max(65_535).optional(),
  hubID: z.string().optional(),
});

/** @param folder Of the station's data. Nothing of the hub is loaded before it is needed. */
export function createHubHost(
  { settings, log }: Pick<Deps, "settings" | "log">,
  dataFolder: string,
  times = HUB_TIMES,
): HubHost {
  const folder = join(dataFolder, "hub");
  const ending = new AbortController();
  let hub: Hub | undefined;
  let starting: Promise<Hub> | undefined;
  let failed: unknown;

  const chosen = (): z.output<typeof chosenSchema> | undefined => {
    const kept = chosenSchema.safeParse(settings.read(KEY));
    return kept.success ? kept.data : undefined;
  };
  const start = ({ program, port }: z.output<typeof chosenSchema>): Promise<Hub> => {
    starting ??= (async () => {
      const { openHubFolder, startHub } = await parts();
      try {
        hub = await startHub({
          folder: openHubFolder(folder),
          chosen: port === undefined ? {} : { port },
          natsServer: program,
          times,
          report: (line) => log.info({}, `hub: ${line}`),
        });
        failed = undefined;
        return hub;
      } catch (error) {
        failed = error;
        throw error;
      } finally {
        starting = undefined;
      }
    })();
    return starting;
  };
  /**
   * A port that is taken for a moment, or a disk that is full, is no end: the other stations wait
   * for this one.
   */
  const keepTrying = async (known: z.output<typeof chosenSchema>): Promise<void> => {
    while (!ending.signal.aborted && hub === undefined && chosen() !== undefined) {
      try {
        await start(known);
      } catch (err) {
        log.error({ err }, "the hub of this computer did not start; it is tried again");
        await sleep(times.startAgainMs, undefined, { signal: ending.signal, ref: false }).catch(
          () => undefined,
        );
      }
    }
  };
  const stopHub = async (): Promise<void> => {
    const running = hub ?? (await starting?.catch(() => undefined));
    hub = undefined;
    await running?.stop();
  };

  return {
    resume() {
      const known = chosen();
      if (known !== undefined) void keepTrying(known);
    },
    async look() {
      const { findServer, versionOf, findSettings } = await parts();
      const known = chosen();
      let program: { path: string; version: string } | null = null;
      let missing: unknown;
      try {
        const path = await findServer(known?.program, folder);
        program = { path, version: (await versionOf(path)) ?? "" };
      } catch (error) {
        missing = error;
      }
      const state =
        hub !== undefined
          ? "running"
          : starting !== undefined
            ? "starting"
            : known === undefined
              ? "none"
              : "failed";
      const why = state === "running" ? undefined : (failed ?? missing);
      const port = existsSync(folder) ? findSettings(folder)?.port : undefined;
      return {
        program,
        state,
        cause: why === undefined ? null : wordsOf(why),
        causeReason: reasonOf(why),
        url: hub?.url ?? null,
        port: port ?? null,
        folder: known === undefined ? null : folder,
      };
    },
    hubID: () => chosen()?.hubID,
    async begin({ program, port }) {
      const made = {
        ...(program === undefined ? {} : { program }),
        ...(port === undefined ? {} : { port }),
      };
      try {
        const running = hub ?? (await start(made));
        settings.write(KEY, { ...made, hubID: running.id });
        return running.invite();
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError(
          "E2143",
          wordsOf(error),
          reasonOf(error) === null ? {} : { reason: reasonOf(error) ?? "" },
        );
      }
    },
    async command(request) {
      const { command } = await parts();
      try {
        return await command(folder, {}, request);
      } catch (error) {
        throw new AppError("E2140", wordsOf(error));
      }
    },
    async end() {
      settings.write(KEY, null);
      await stopHub();
    },
    async stop() {
      ending.abort();
      await stopHub();
    },
  };
}

/** Most stations are no hub: theirs load none of it. */
async function parts() {
  const [{ startHub }, { openHubFolder, findSettings }, { findServer, versionOf }, { command }] =
    await Promise.all([
      import("./hub.ts"),
      import("./hub-folder.ts"),
      import("./find-server.ts"),
      import("./control.ts"),
    ]);
  return { startHub, openHubFolder, findSettings, findServer, versionOf, command };
}

/** By its field: the hub's part, with the class, is loaded when it is needed. */
function reasonOf(error: unknown): HubServer["causeReason"] {
  return (
    (error instanceof Error &&
      "reason" in error &&
      HUB_REASONS.find((reason) => reason === error.reason)) ||
    null
  );
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
