/** Odometer of the simulated printer. It counts printed paper, not received labels. */
import type { SimulatorJob } from "./job-store.ts";

/** `labels`: whole labels. `inches`: printed length, including torn labels. */
export type Odometer = { readonly labels: number; readonly inches: number };

const MM_PER_INCH = 25.4;

/** Returns an odometer that has counted `jobs`; `count` adds a job. */
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
