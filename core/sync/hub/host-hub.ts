/**
 * Runs a hub in the station's process, from the station's start to its end. The hub's nats-server
 * is a child process; the hub's folder is `hub` in the data folder. In all other respects the hub
 * works like a hub in a separate process.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError, errors } from "../../base/errors.ts";
import type { SyncDeps } from "../deps.ts";
import type { HubHost } from "../hub-host.ts";
import { HUB_REASONS, type HubServer } from "../sync.schema.ts";
import type { Hub } from "./hub.ts";
import { HUB_TIMES, type HubTimes } from "./hub-times.ts";

const KEY = "hubServer";

const chosenSchema = z.object({
  program: z.string().optional(),
  port: z.int().min(0).max(65_535).optional(),
  hubID: z.string().optional(),
});

type Chosen = z.output<typeof chosenSchema>;

/** State of the hub in this process. */
type Hosted = {
  readonly deps: Pick<SyncDeps, "settings" | "log">;
  readonly folder: string;
  readonly times: HubTimes;
  readonly ending: AbortController;
  hub: Hub | undefined;
  starting: Promise<Hub> | undefined;
  failed: unknown;
};

/**
 * Creates the host. Loads the hub's code only when it is needed.
 *
 * @param dataFolder The station's data folder.
 */
export function createHubHost(
  deps: Pick<SyncDeps, "settings" | "log">,
  dataFolder: string,
  times = HUB_TIMES,
): HubHost {
  const folder = join(dataFolder, "hub");
  const hosted: Hosted = {
    deps,
    folder,
    times,
    ending: new AbortController(),
    hub: undefined,
    starting: undefined,
    failed: undefined,
  };
  return {
    resume() {
      const known = chosen(hosted);
      if (known !== undefined) void keepTrying(hosted, known);
    },
    look: () => look(hosted),
    hubID: () => chosen(hosted)?.hubID,
    begin: (made) => begin(hosted, made),
    async command(request) {
      const { command } = await loadHub();
      try {
        return await command(folder, {}, request);
      } catch (error) {
        throw errors.mayNotManageStations(wordsOf(error));
      }
    },
    async end() {
      deps.settings.write(KEY, null);
      await stopHub(hosted);
    },
    async stop() {
      hosted.ending.abort();
      await stopHub(hosted);
    },
  };
}

function chosen({ deps }: Hosted): Chosen | undefined {
  const kept = chosenSchema.safeParse(deps.settings.read(KEY));
  return kept.success ? kept.data : undefined;
}

/** Starts the hub; a second call joins a start in progress. */
function start(hosted: Hosted, { program, port }: Chosen): Promise<Hub> {
  const { deps, folder, times } = hosted;
  hosted.starting ??= (async () => {
    const { openHubFolder, startHub } = await loadHub();
    try {
      hosted.hub = await startHub({
        folder: openHubFolder(folder),
        chosen: port === undefined ? {} : { port },
        natsServer: program,
        times,
        report: (line) => deps.log.info({}, `hub: ${line}`),
      });
      hosted.failed = undefined;
      return hosted.hub;
    } catch (error) {
      hosted.failed = error;
      throw error;
    } finally {
      hosted.starting = undefined;
    }
  })();
  return hosted.starting;
}

/**
 * Starts the hub, and retries until it runs, until this computer is no longer the hub, or until the
 * station stops. The other stations cannot connect before, so a port in use or a full disk must not
 * end the attempts.
 */
async function keepTrying(hosted: Hosted, known: Chosen): Promise<void> {
  const { deps, times, ending } = hosted;
  while (!ending.signal.aborted && hosted.hub === undefined && chosen(hosted) !== undefined) {
    try {
      await start(hosted, known);
    } catch (err) {
      deps.log.error({ err }, "the hub of this computer did not start; the start is retried");
      await sleep(times.startAgainMs, undefined, { signal: ending.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }
}

async function stopHub(hosted: Hosted): Promise<void> {
  const running = hosted.hub ?? (await hosted.starting?.catch(() => undefined));
  hosted.hub = undefined;
  await running?.stop();
}

async function look(hosted: Hosted): ReturnType<HubHost["look"]> {
  const { findServer, versionOf, findSettings } = await loadHub();
  const { folder } = hosted;
  const known = chosen(hosted);
  let program: { path: string; version: string } | null = null;
  let missing: unknown;
  try {
    const path = await findServer(known?.program, folder);
    program = { path, version: (await versionOf(path)) ?? "" };
  } catch (error) {
    missing = error;
  }
  const state = stateOf(hosted, known);
  const why = state === "running" ? undefined : (hosted.failed ?? missing);
  const port = existsSync(folder) ? findSettings(folder)?.port : undefined;
  return {
    program,
    state,
    cause: why === undefined ? null : wordsOf(why),
    causeReason: reasonOf(why),
    url: hosted.hub?.url ?? null,
    port: port ?? null,
    folder: known === undefined ? null : folder,
  };
}

function stateOf({ hub, starting }: Hosted, known: Chosen | undefined): HubServer["state"] {
  if (hub !== undefined) return "running";
  if (starting !== undefined) return "starting";
  return known === undefined ? "none" : "failed";
}

/**
 * Starts the hub and remembers it for later starts. While the hub runs, a given program is checked,
 * and values that are not given stay.
 *
 * @throws AppError E2143 with the hub's message; E2036 when the disk rejects the setting.
 */
async function begin(
  hosted: Hosted,
  { program, port }: Parameters<HubHost["begin"]>[0],
): ReturnType<HubHost["begin"]> {
  const made = {
    ...(program === undefined ? {} : { program }),
    ...(port === undefined ? {} : { port }),
  };
  try {
    const kept = hosted.hub === undefined ? {} : chosen(hosted);
    if (hosted.hub !== undefined && program !== undefined)
      await (await loadHub()).findServer(program, hosted.folder);
    const running = hosted.hub ?? (await start(hosted, made));
    hosted.deps.settings.write(KEY, { ...kept, ...made, hubID: running.id });
    return running.invite();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = reasonOf(error);
    throw errors.hubNotStarted(wordsOf(error), reason === null ? {} : { reason });
  }
}

/** Loads the hub's code on demand, because most stations are not a hub. */
async function loadHub() {
  const [{ startHub }, { openHubFolder, findSettings }, { findServer, versionOf }, { command }] =
    await Promise.all([
      import("./hub.ts"),
      import("./hub-folder.ts"),
      import("./find-server.ts"),
      import("./control.ts"),
    ]);
  return { startHub, openHubFolder, findSettings, findServer, versionOf, command };
}

/**
 * Recognizes the hub's errors by their field `reason`: their class is part of the hub's code, which
 * may not be loaded.
 */
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
