/**
 * Target of a print job: one specific printer; a role, whose printer is determined when the job is
 * taken; or `PAUSED`. Pure.
 */
import type { PrinterRole } from "./printers.schema.ts";

/** The target as the journal stores it. */
export type JobTarget = PrinterRole | PrinterTarget | typeof PAUSED;
type PrinterTarget = `printer ${string}`;

const PREFIX = "printer ";
/** Target of a label whose batch is paused: no printer takes it. */
export const PAUSED = "paused";

/** Returns the target of a job for one specific printer. */
export function targetOf(printerID: string): PrinterTarget {
  return `${PREFIX}${printerID}`;
}

/**
 * Returns the id of the one printer that may take the job; undefined for a role and for a paused
 * job.
 */
export function printerOfTarget(target: JobTarget): string | undefined {
  return target.startsWith(PREFIX) ? target.slice(PREFIX.length) : undefined;
}
