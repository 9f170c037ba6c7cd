/**
 * What the rows of printing share: a printer that prints at once, and the floor that writes the
 * same number of bytes to it.
 */
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { behaviourSchema, hostStatusAnswer } from "../../core/printing/simulator/behaviour.ts";
import { percentile, report, rowOf } from "./measure.ts";

const LABEL_BYTES = 6_000;
const IDLE_STATUS = Buffer.from(
  hostStatusAnswer(behaviourSchema.parse({ mode: "ok" }), 0, false, 1_200),
  "latin1",
);

/** `ends` has the time of the last byte of each label, in ms of this process's clock. */
export type BenchPrinter = { readonly port: number; readonly ends: number[]; close(): void };

/**
 * @param isAnswering Whether it answers questions about its state; one that does not is silent from
 *   its start.
 */
export async function openPrinter(isAnswering: boolean): Promise<BenchPrinter> {
  const ends: number[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (;;) {
        const found = /\^XZ|~HS/.exec(text);
        if (found === null) break;
        if (found[0] === "^XZ") ends.push(performance.now());
        else if (isAnswering) socket.write(IDLE_STATUS);
        text = text.slice(found.index + found[0].length);
      }
      text = text.slice(-2);
    });
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return { port: (server.address() as AddressInfo).port, ends, close: () => server.close() };
}

/** @param what For the error. @throws Error After a minute, or `withinMs`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${withinMs / 1_000} s: ${what}`);
    await sleep(2);
  }
}

/**
 * @returns ms to connect and write as many bytes as a label has, until the last one is at the
 *   printer.
 */
export async function writeBare(printer: BenchPrinter): Promise<number> {
  const before = printer.ends.length;
  const begun = performance.now();
  const socket = connect({ host: "127.0.0.1", port: printer.port, noDelay: true });
  socket.write(Buffer.from(`^XA${"0".repeat(LABEL_BYTES)}^XZ`));
  await until("the bytes are at the printer", () => printer.ends.length > before);
  socket.destroy();
  return (printer.ends[before] ?? Number.NaN) - begun;
}

/**
 * The rows of times from Enter to paper: `<row>.p50` and `<row>.p99`, over runs of many labels
 * each.
 * @param ours All times of each run, ms.
 */
export function reportTimes(
  row: string,
  ours: readonly (readonly number[])[],
  floor: readonly (readonly number[])[],
): void {
  const at = (p: number, runs: readonly (readonly number[])[]): number[] =>
    runs.map((times) => percentile(times, p));
  report(rowOf({ row: `${row}.p50`, unit: "ms", goal: "≤ 60" }, at(50, ours), at(50, floor)));
  report(rowOf({ row: `${row}.p99`, unit: "ms", goal: "≤ 150" }, at(99, ours), at(99, floor)));
  process.stdout.write(
    `  all, ms: ${ours
      .flat()
      .map((ms) => ms.toFixed(0))
      .toSorted((a, b) => Number(a) - Number(b))
      .join(" ")}\n`,
  );
}
