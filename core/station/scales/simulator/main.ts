/** `npm run scale`: runs the scale simulator, which takes weights and moods from the keyboard. */
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { FORMATS, type FormatName } from "../scales.schema.ts";
import { MOODS, startScaleSimulator, type Mood, type ScaleSimulator } from "./simulator.ts";

const USAGE = `usage: npm run scale -- [--port 4001 | --pty [--link PATH]] [--format ${FORMATS.join("|")}]
                        [--every-ms 100] [--mood ${MOODS.join("|")}] [--grams 0]

  --port N      speak at this port of 127.0.0.1; 0 takes any free port; default: 4001
  --pty         speak at a pseudo terminal, which is like a serial port; needs the program socat
  --link PATH   a path that leads to the pseudo terminal
  --format F    the format of the weights; default: st

Then type a weight in grams, or a mood, and press Enter.
`;

class UsageError extends Error {}

run(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isUsage) process.stderr.write(USAGE);
  process.exit(isUsage ? 2 : 1);
});

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "4001" },
      pty: { type: "boolean", default: false },
      link: { type: "string" },
      format: { type: "string", default: "st" },
      "every-ms": { type: "string", default: "100" },
      mood: { type: "string", default: "steady" },
      grams: { type: "string", default: "0" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const { link } = values;
  const scale = await startScaleSimulator({
    at: values.pty
      ? { kind: "pty", ...(link === undefined ? {} : { link }) }
      : { kind: "tcp", port: numberFrom("port", values.port, 0, 65_535) },
    format: choiceFrom<FormatName>("format", FORMATS, values.format),
    everyMs: numberFrom("every-ms", values["every-ms"], 5, 60_000),
  });
  scale.put(numberFrom("grams", values.grams, -100_000, 1_000_000));
  await scale.setMood(choiceFrom<Mood>("mood", MOODS, values.mood));
  process.stdout.write(`scale: ${scale.address()}\n`);
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => void obey(scale, line.trim()));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void scale.stop().then(() => process.exit(0)));
}

async function obey(scale: ScaleSimulator, line: string): Promise<void> {
  const mood = MOODS.find((known) => known === line);
  if (mood !== undefined) {
    await scale.setMood(mood);
    process.stdout.write(`${mood} at ${scale.address() || "no port"}\n`);
  } else if (/^-?\d+$/.test(line)) scale.put(Number(line));
  else if (line !== "")
    process.stdout.write(`Type a weight in grams, or one of ${MOODS.join(", ")}.\n`);
}

function numberFrom(name: string, text: string, least: number, most: number): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
}

function choiceFrom<T extends string>(name: string, choices: readonly T[], text: string): T {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw new UsageError(`--${name} is one of ${choices.join(", ")}`);
  return choice;
}
