/** Runs the hub as a separate process, or executes a command. */
import { avoidCompilerDeadlock } from "../../base/engine.ts";
import { keepNewFilesPrivate } from "../../base/private-folder.ts";
import { readCommand, USAGE, type HubCommand, type OwnServerCommand } from "./command-line.ts";
import type { ControlResult, HubList } from "../hub-control.schema.ts";
import { command } from "./control.ts";
import { HubError } from "./hub-error.ts";
import { openHubFolder } from "./hub-folder.ts";
import { permissionsText, setUpOwnServer } from "./own-server.ts";
import { startHub } from "./hub.ts";
import { HUB_TIMES, type HubTimes } from "./hub-times.ts";

/**
 * Runs the hub until a signal ends the process, or executes a command.
 *
 * @param args Arguments of `npm run hub`.
 */
export function runHubProgram(args: string[], times = HUB_TIMES): void {
  avoidCompilerDeadlock();
  run(args, times).catch(fail);
}

async function run(args: string[], times: HubTimes): Promise<void> {
  const asked = readCommand(args);
  if (asked === undefined) return print(USAGE.trimEnd());
  if ("own" in asked) return ownServer(asked.own);
  keepNewFilesPrivate();
  const folder = openHubFolder(asked.dir);
  if (asked.request === undefined) return serve(folder, asked, times);
  print(resultText(await command(folder, asked.chosen, asked.request), asked.json));
}

async function ownServer(asked: OwnServerCommand["own"]): Promise<void> {
  if (asked.command === "permissions") return print(permissionsText(asked.stationID));
  await setUpOwnServer(asked.server);
  print(
    "The organization's streams are there. Each station joins with its own .creds file: Settings, Stations, or npm run serve -- --join-server URL --credentials FILE.",
  );
}

async function serve(
  folder: string,
  { chosen, natsServer, json }: HubCommand,
  times: HubTimes,
): Promise<void> {
  const hub = await startHub({
    folder,
    chosen,
    natsServer,
    times,
    report: (line) => void process.stderr.write(`${line}\n`),
  });
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      hub.stop().then(() => process.exit(0), fail);
    });
  }
  const { url, joinCode } = hub.invite();
  if (json) return print(JSON.stringify({ url, joinCode }));
  print(
    `The hub is ready: ${url}\nfolder     ${folder}\njoin code  ${joinCode}\nThe code lets one station in, within 24 hours. More codes: npm run --silent hub -- --dir ${folder} add`,
  );
}

/** Makes the text that a command prints. */
export function resultText(done: ControlResult, isJson: boolean): string {
  return isJson || done.command === "add" ? JSON.stringify(done.result) : words(done);
}

function words(done: Exclude<ControlResult, { command: "add" }>): string {
  if (done.command !== "list")
    return `Station "${done.result.name}" (${done.result.id}) is revoked. The join code with which it joined has ended too if it was still open.`;
  const { stations, openCodes } = done.result;
  const codes = openCodes.map(
    ({ id, left, desks, endsAt }) => `code ${id}  ${left} of ${desks} left, until ${endsAt}`,
  );
  return [
    ...(stations.length === 0 ? ["No station has joined yet."] : stations.map(stationLine)),
    ...codes,
  ].join("\n");
}

function stationLine({
  id,
  name,
  enrolledAt,
  lastConnectedAt,
  revokedAt,
  isConnected,
}: HubList["stations"][number]): string {
  const state =
    revokedAt !== null
      ? `revoked ${revokedAt}`
      : isConnected
        ? "connected"
        : lastConnectedAt === null
          ? "not seen yet"
          : `last connected ${lastConnectedAt}`;
  return `${id}  ${name}  joined ${enrolledAt}  ${state}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(error: unknown): never {
  const isExpected = error instanceof HubError;
  process.stderr.write(
    `${error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
  );
  process.exit(1);
}
