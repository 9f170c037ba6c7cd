/** `npm run printer`: runs the printer simulator as a separate process. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { keepNewFilesPrivate } from "../../base/private-folder.ts";
import { DENSITIES, type Dpi } from "../../labels/labels.schema.ts";
import { behaviourSchema, CONNECTIONS, ENDINGS, MODES, type BehaviourInput } from "./behaviour.ts";
import { SIMULATOR_LANGUAGES } from "./printer-stream.ts";
import { createSimulator, type SimulatorOptions } from "./simulator.ts";

const USAGE = `usage: npm run printer -- [--port 9100] [--host 127.0.0.1] [--http 9180] [--dir DIR] [--dpi 203|300|600]
                          [--language ZPL|TSPL|EPL] [--mdns] [--snmp 1161]
                          [--${MODES.filter((mode) => mode !== "ok")
                            .map(flagOf)
                            .join(" | --")}]
                          [--slow-ms 2000] [--cut-after-bytes 1000] [--paper-after-labels 50] [--bytes-per-second 1000]
                          [--ending ${ENDINGS.map(flagOf).join("|")}] [--connections ${CONNECTIONS.map(flagOf).join("|")}]
`;

class UsageError extends Error {}

/**
 * Reads the mode from the command line.
 *
 * @throws UsageError when several modes are given.
 */
function modeFrom(flags: ReadonlySet<string>): (typeof MODES)[number] {
  const modes = MODES.filter((mode) => flags.has(flagOf(mode)));
  if (modes.length > 1)
    throw new UsageError(
      `only one of ${modes.map((mode) => `--${flagOf(mode)}`).join(", ")} can be given`,
    );
  return modes[0] ?? "ok";
}

function optionsFrom(args: readonly string[]): SimulatorOptions {
  const { values, tokens } = parseArgs({
    args: [...args],
    strict: true,
    tokens: true,
    options: {
      port: { type: "string", default: "9100" },
      host: { type: "string", default: "127.0.0.1" },
      http: { type: "string", default: "9180" },
      dir: { type: "string", default: join(homedir(), ".packbench", "printer-jobs") },
      // Folder with the fonts. Bundles set it; when run from source, the default is correct.
      resources: { type: "string" },
      dpi: { type: "string", default: "203" },
      language: { type: "string", default: "ZPL" },
      mdns: { type: "boolean", default: false },
      snmp: { type: "string" },
      "slow-ms": { type: "string" },
      "cut-after-bytes": { type: "string" },
      "paper-after-labels": { type: "string" },
      "bytes-per-second": { type: "string" },
      ending: { type: "string" },
      connections: { type: "string" },
      ...Object.fromEntries(
        MODES.filter((mode) => mode !== "ok").map((mode) => [
          flagOf(mode),
          { type: "boolean" } as const,
        ]),
      ),
    },
  });
  const flags = new Set<string>(
    tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])),
  );
  const { port, http, host, dir, dpi, resources, language, mdns, snmp } = values;
  const behaviour: BehaviourInput = behaviourFrom({
    mode: modeFrom(flags),
    slowMs: numberFrom(values["slow-ms"]),
    cutAfterBytes: numberFrom(values["cut-after-bytes"]),
    paperAfterLabels: numberFrom(values["paper-after-labels"]),
    bytesPerSecond: numberFrom(values["bytes-per-second"]),
    ending: choiceFrom("ending", ENDINGS, values.ending),
    connections: choiceFrom("connections", CONNECTIONS, values.connections),
  });
  return {
    port: portFrom("port", port),
    httpPort: portFrom("http", http),
    host,
    dir: resolve(dir),
    dpi: dpiFrom(dpi),
    behaviour,
    language: choiceFrom("language", SIMULATOR_LANGUAGES, language) ?? "ZPL",
    mdns,
    ...(snmp === undefined ? {} : { snmpPort: portFrom("snmp", snmp) }),
    ...(resources === undefined ? {} : { resourcesDir: resolve(resources) }),
  };
}

/**
 * Reads the behaviour from the command line.
 *
 * @param given Values from the command line; undefined means the default.
 */
function behaviourFrom(
  given: Readonly<Record<string, string | number | undefined>>,
): BehaviourInput {
  const asked = behaviourSchema.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );
  if (!asked.success) throw new UsageError(z.prettifyError(asked.error));
  return asked.data;
}

function numberFrom(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text === "" ? NaN : text);
}

/** Finds the choice that a text names; choices of several words are written with hyphens. */
function choiceFrom<T extends string>(
  name: string,
  choices: readonly T[],
  text: string | undefined,
): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((known) => flagOf(known) === flagOf(text));
  if (choice === undefined)
    throw new UsageError(`--${name} must be one of ${choices.map(flagOf).join(", ")}`);
  return choice;
}

function flagOf(mode: string): string {
  return mode.replaceAll(",", "").replaceAll(" ", "-");
}

function portFrom(name: string, text: unknown): number {
  const port = Number(text);
  if (!/^\d+$/.test(String(text)) || port > 65_535)
    throw new UsageError(`--${name} must be a port number, 0 for any free one`);
  return port;
}

function dpiFrom(text: unknown): Dpi {
  const dpi = DENSITIES.find((density) => String(density) === text);
  if (dpi === undefined) throw new UsageError(`--dpi must be one of ${DENSITIES.join(", ")}`);
  return dpi;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE")
    return `${error.message}: another program has this port. Choose one with --port or --http.`;
  return error.message;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  // Labels contain addresses and phone numbers.
  keepNewFilesPrivate();
  const simulator = await createSimulator(options);
  say(`printer: tcp://${options.host}:${simulator.port}`);
  say(`page:    ${simulator.httpUrl}`);
  say(`jobs:    ${options.dir} (${simulator.jobs().length} kept)`);
  if (simulator.snmpPort !== undefined) say(`snmp:    udp://${options.host}:${simulator.snmpPort}`);
  const stop = (): void => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

try {
  await run();
} catch (error) {
  const isUsage =
    error instanceof UsageError ||
    (error instanceof TypeError &&
      "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS"));
  process.stderr.write(`${messageOf(error)}\n${isUsage ? USAGE : ""}`);
  process.exit(isUsage ? 2 : 1);
}
