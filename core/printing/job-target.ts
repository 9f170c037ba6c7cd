/**
 * What a print job is meant for: a role, which the printer that has it when the job is taken
 * serves, or one printer alone. Pure.
 */
import type { PrinterRole } from "./printers.schema.ts";

/** As the journal keeps it. */
export type JobTarget = PrinterRole | PrinterTarget | typeof PAUSED;
type PrinterTarget = `printer ${string}`;

const PREFIX = "printer ";
/** Of a label whose batch is paused: no printer takes it. */
export const PAUSED = "paused";

/** @returns The target of a job for one printer alone. */
export function targetOf(printerID: string): PrinterTarget {
  return `${PREFIX}${printerID}`;
}

/**
 * @returns The id of the one printer that a job is meant for; undefined for a role, and while it is
 *   paused.
 */
export function printerOfTarget(target: JobTarget): string | undefined {
  return target.startsWith(PREFIX) ? target.slice(PREFIX.length) : undefined;
}
