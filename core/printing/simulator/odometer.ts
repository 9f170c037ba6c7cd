/** How much paper has left the printer. It counts what came out, not what was received. */
import type { SimulatorJob } from "./job-store.ts";

/** `labels`: whole ones. `inches`: of labels that tore too. */
export type Odometer = { readonly labels: number; readonly inches: number };

const MM_PER_INCH = 25.4;

/** @returns The counter of a printer whose paper so far is `jobs`; `count` moves it. */
export function createOdometer(jobs: readonly SimulatorJob[]): {
  read(): Odometer;
  count(job: SimulatorJob): void;
} {
  let [labels, inches] = [0, 0];
  const count = ({ isPartial, lengthMm }: SimulatorJob): void => {
    if (!isPartial) labels += 1;
    inches += lengthMm / MM_PER_INCH;
  };
  for (const job of jobs) count(job);
  return { read: () => ({ labels, inches }), count };
}
