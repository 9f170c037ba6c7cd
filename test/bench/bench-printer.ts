/**
 * Shared by the printing benches: a printer that prints at once, and the floor that writes the same
 * number of bytes to it.
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

/** `ends`: when the last byte of each label arrived, ms on this process's clock. */
export type BenchPrinter = { readonly port: number; readonly ends: number[]; close(): void };

/**
 * Starts a printer on a free port.
 * @param isAnswering Whether the printer answers status queries. If not, it is silent from its
 *   start.
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

/**
 * Waits until `isSo` returns true.
 * @param what Condition, in words, for the error.
 * @throws Error after `withinMs`.
 */
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
 * Opens a connection and writes as many bytes as a label has.
 * @returns ms until the last byte has arrived at the printer, connecting included.
 */
export async function writeBare(printer: BenchPrinter): Promise<number> {
  const before = printer.ends.length;
  const startedAt = performance.now();
  const socket = connect({ host: "127.0.0.1", port: printer.port, noDelay: true });
  socket.write(Buffer.from(`^XA${"0".repeat(LABEL_BYTES)}^XZ`));
  await until("the bytes are at the printer", () => printer.ends.length > before);
  socket.destroy();
  return (printer.ends[before] ?? Number.NaN) - startedAt;
}

/**
 * Prints two rows about the time from Enter to paper, `<row>.p50` and `<row>.p99`, and below them
 * all our times.
 * @param ours Times of all labels of each run, ms.
 * @param floor Times of the floor, in the same form.
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
