/**
 * The commands `add`, `list` and `revoke`. A running hub executes a command: the command's process
 * asks the hub over the hub's server, with a key from the hub's folder. So every user who may read
 * the folder can run the commands, on every operating system. If no hub runs, the command's process
 * executes the command itself.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { parseJson } from "../../base/json.ts";
import { findConnected } from "./connected-stations.ts";
import {
  controlAnswerSchema,
  controlRequestSchema,
  type ControlRequest,
  type ControlResult,
} from "../hub-control.schema.ts";
import { openRegistry, type StationRegistry } from "./station-registry.ts";
import { invitationOf } from "./hosts.ts";
import { ensureCertificates } from "./hub-certificates.ts";
import { connectAs } from "./hub-connection.ts";
import { HubError } from "./hub-error.ts";
import {
  findSettings,
  FolderHeldError,
  keepSettings,
  lockHubFolder,
  settle,
  type ChosenSettings,
  type HubSettings,
} from "./hub-folder.ts";
import { endOrphans } from "./end-orphans.ts";
import { configFile } from "./server-config.ts";
import { requireFreePort } from "./server-process.ts";

const SUBJECT = "control";
const ANSWER_MS = 20_000;
/** Time to wait for a hub or its server that is starting. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 200;
const ANSWERED_WITHIN_MS = 300;

export type ControlSetup = {
  readonly registry: StationRegistry;
  readonly settings: HubSettings;
  /** PEM. */
  readonly authority: string;
  /** Makes the server use the current state of `registry`. */
  readonly apply: () => Promise<void>;
  /** Absent when no server runs. */
  readonly system?: NatsConnection;
};

/** Answers commands from now on. */
export function serveControl(door: NatsConnection, setup: ControlSetup): void {
  door.subscribe(SUBJECT, {
    callback: (error, message) => {
      if (error !== null) return;
      Promise.resolve()
        .then(() =>
          carryOut(setup, parseJson(message.string(), controlRequestSchema, "the command")),
        )
        .catch((fault: unknown) => ({
          error: fault instanceof Error ? fault.message : String(fault),
        }))
        .then((answer) => message.respond(JSON.stringify(answer)))
        .catch(() => undefined); // The connection has ended, so nobody waits for the answer.
    },
  });
}

/**
 * Executes a command in this process.
 *
 * @throws HubError for an unknown station, and for a name that several stations have.
 */
export async function carryOut(
  { registry, settings, authority, apply, system }: ControlSetup,
  request: ControlRequest,
): Promise<ControlResult> {
  if (request.command === "add")
    return {
      command: "add",
      result: invitationOf(
        settings,
        authority,
        registry.addCode(request.desks, request.hours, request.station),
      ),
    };
  if (request.command !== "list") {
    const { id, name, revokedAt } =
      request.command === "name"
        ? registry.rename(request.station, request.name)
        : registry.revoke(request.station);
    if (request.command !== "leave") await apply();
    // A leaving station gets its answer before the server closes its connection. If the hub crashes
    // in between, it restarts with the recorded state.
    else setTimeout(() => void apply().catch(() => undefined), ANSWERED_WITHIN_MS);
    return { command: request.command, result: { id, name, revokedAt } };
  }
  const connected = system === undefined ? undefined : await findConnected(system);
  if (connected !== undefined) registry.markConnected(connected.last);
  const stations = registry
    .stations()
    .map(({ id, name, userKey, enrolledAt, lastConnectedAt, revokedAt }) => ({
      id,
      name,
      enrolledAt,
      lastConnectedAt,
      revokedAt,
      isConnected: connected?.now.has(userKey) ?? false,
    }));
  return { command: "list", result: { stations, openCodes: [...registry.openCodes()] } };
}

/**
 * Executes a command at the running hub, or here if no hub runs.
 *
 * @param chosen Settings that are stored for the hub; ignored while a hub runs.
 * @throws HubError when the command is invalid or another program uses the folder.
 */
export async function command(
  folder: string,
  chosen: ChosenSettings,
  request: ControlRequest,
): Promise<ControlResult> {
  const untilMs = Date.now() + PATIENCE_MS;
  for (;;) {
    let unlock: () => void;
    try {
      unlock = lockHubFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderHeldError)) throw error;
      const answer = await askHub(folder, request);
      if (answer !== undefined) return answer;
      if (Date.now() > untilMs) throw error;
      await sleep(RETRY_MS);
      continue;
    }
    try {
      return await commandHere(folder, chosen, request);
    } finally {
      unlock();
    }
  }
}

async function commandHere(
  folder: string,
  chosen: ChosenSettings,
  request: ControlRequest,
): Promise<ControlResult> {
  const settings = await settle(folder, chosen, (host) => requireFreePort(host, 0));
  keepSettings(folder, settings);
  const { authority } = await ensureCertificates(folder, settings.name, new Date());
  const registry = openRegistry(folder, () => new Date());
  // The server that a killed hub left running would continue to accept a revoked station, so it is
  // ended here. The next start of the hub starts a new server.
  return carryOut(
    {
      registry,
      settings,
      authority,
      apply: async () => void (await endOrphans(configFile(folder))),
    },
    request,
  );
}

/**
 * Sends a command to the running hub of a folder.
 *
 * @returns Undefined when no hub answers.
 */
async function askHub(folder: string, request: ControlRequest): Promise<ControlResult | undefined> {
  const settings = findSettings(folder);
  if (settings === undefined) return undefined;
  let connection: NatsConnection | undefined;
  let text: string;
  try {
    connection = await connectAs("door", folder, settings, false);
    text = (
      await connection.request(SUBJECT, JSON.stringify(request), { timeout: ANSWER_MS })
    ).string();
  } catch {
    return undefined;
  } finally {
    await connection?.close();
  }
  const answer = parseJson(text, controlAnswerSchema, "the hub's answer");
  if ("error" in answer) throw new HubError(answer.error);
  return answer;
}
