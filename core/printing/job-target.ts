/** What a print job is meant for: a role, which the printer that has it when the job is taken serves, or one printer alone. Pure. */
import { PRINTER_ROLES, type PrinterRole } from "./printing.schema.ts";

/** As the journal keeps it. */
export type JobTarget = PrinterRole | PrinterTarget;
type PrinterTarget = `printer ${string}`;

const PREFIX = "printer ";

/** @returns The target of a job for one printer alone. */
export function targetOf(printerID: string): PrinterTarget {
  return `${PREFIX}${printerID}`;
}

/** @returns The id of the one printer that a job is meant for; undefined for a role. */
export function printerOfTarget(target: JobTarget): string | undefined {
  return isRole(target) ? undefined : target.slice(PREFIX.length);
}

function isRole(target: JobTarget): target is PrinterRole {
  return PRINTER_ROLES.some((role) => role === target);
}
