/**
 * Printers of this desk and the role of each. Stored in the desk's settings, not in the
 * organization's data.
 */
import { z } from "zod";
import { DataFolderError } from "../base/disk.ts";
import { errors } from "../base/errors.ts";
import { onceOf } from "../base/once-of.ts";
import type { PrintingDeps } from "./deps.ts";
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import type { LabelPaper } from "../labels/label-fit.ts";
import { printerOfTarget, targetOf, type JobTarget } from "./job-target.ts";
import { checkPrinterMedia, checkPrinterOffset } from "./printer-media.ts";
import { printerRecord, readPrinter, type Printer, type TcpPrinter } from "./printer.ts";
import {
  PRINTER_ROLES,
  printerSchema,
  rolesSchema,
  type CreatePrinter,
  type Roles,
  type UpdatePrinter,
  type UpdateRoles,
} from "./printers.schema.ts";

/** Usual TCP port for raw print data. */
const RAW_PORT = 9100;

/**
 * Checks the stored printers and roles at the start, since a person may have edited the file.
 *
 * @throws DataFolderError when the stored printers or roles cannot be read.
 */
export function checkStoredPrinters(deps: Pick<PrintingDeps, "settings">, path: string): void {
  try {
    listPrinters(deps);
    getRoles(deps);
  } catch {
    throw new DataFolderError(
      `The printers in the settings file ${path} cannot be read. Mend or move it, then start again.`,
    );
  }
}

/** Returns all printers of the desk, in the order in which they were set up. */
export function listPrinters(deps: Pick<PrintingDeps, "settings">): readonly Printer[] {
  return printersIn(deps.settings.read("printers"));
}

/** Returns the id of the printer with each role. */
export function getRoles(deps: Pick<PrintingDeps, "settings">): Roles {
  return rolesIn(deps.settings.read("printerRoles"));
}

/**
 * Parses each stored value only once, because the loops of many printers read the list at every
 * event.
 */
const printersIn = onceOf((stored): readonly Printer[] =>
  z
    .array(printerSchema)
    .parse(stored ?? [])
    .map(readPrinter),
);
const rolesIn = onceOf((stored): Roles => rolesSchema.parse(stored ?? {}));

/**
 * Gets the printer with this id.
 *
 * @throws AppError E2025
 */
export function getPrinter(deps: Pick<PrintingDeps, "settings">, id: string): Printer {
  const printer = findPrinter(deps, id);
  if (printer === undefined) throw errors.printerNotFound();
  return printer;
}

/** Returns the printer with this id; undefined when it was removed. */
export function findPrinter(deps: Pick<PrintingDeps, "settings">, id: string): Printer | undefined {
  return listPrinters(deps).find((printer) => printer.id === id);
}

/**
 * Returns the printer that a target means now: the named printer, or the printer with the role;
 * undefined without one.
 */
export function findPrinterFor(
  deps: Pick<PrintingDeps, "settings">,
  target: JobTarget,
): Printer | undefined {
  const only = printerOfTarget(target);
  const id = only ?? printerWithRole(getRoles(deps), target);
  return id === null ? undefined : findPrinter(deps, id);
}

function printerWithRole(roles: Roles, target: JobTarget): string | null {
  const role = PRINTER_ROLES.find((known) => known === target);
  if (role === undefined) return null;
  return roles[role] ?? (role === "returnLabel" ? roles.label : null);
}

/** Returns all targets that a printer serves: its current roles, and the printer itself. */
export function targetsOf(deps: Pick<PrintingDeps, "settings">, printerID: string): JobTarget[] {
  return [
    ...PRINTER_ROLES.filter((role) => findPrinterFor(deps, role)?.id === printerID),
    targetOf(printerID),
  ];
}

/** Returns whether a printer has a role. */
export function hasRole(deps: Pick<PrintingDeps, "settings">, printerID: string): boolean {
  return PRINTER_ROLES.some((role) => findPrinterFor(deps, role)?.id === printerID);
}

/**
 * Adds a printer. It gets the label role if no printer has this role.
 *
 * @throws AppError E1085 for a paper that no label fits, or an offset that pushes print off the
 * paper.
 */
export function addPrinter(
  deps: Pick<PrintingDeps, "settings" | "newId">,
  input: CreatePrinter,
): Printer {
  checkPrinterMedia(input);
  checkPrinterOffset(input);
  const printer = readPrinter({ host: "", port: RAW_PORT, path: "", ...input, id: deps.newId() });
  const roles =
    findPrinterFor(deps, "label") === undefined
      ? { printerRoles: { ...getRoles(deps), label: printer.id } }
      : {};
  deps.settings.writeAll({
    printers: [...listPrinters(deps), printer].map(printerRecord),
    ...roles,
  });
  return printer;
}

/**
 * Changes the given fields; null resets a setting to the printer's own value.
 *
 * @throws AppError E2025; E1085 for a paper that no label fits, an offset that pushes print off the
 * paper, or an address field that this kind of printer does not have.
 */
export function updatePrinter(
  deps: Pick<PrintingDeps, "settings">,
  id: string,
  change: UpdatePrinter,
): Printer {
  return replacePrinter(deps, changedPrinter(deps, id, change));
}

/**
 * Returns the printer as it would be after a change, without saving it.
 *
 * @throws AppError as `updatePrinter`
 */
export function changedPrinter(
  deps: Pick<PrintingDeps, "settings">,
  id: string,
  change: UpdatePrinter,
): Printer {
  const kept = printerRecord(getPrinter(deps, id));
  for (const [field, drivers] of ADDRESS_FIELDS)
    if (change[field] !== undefined && !drivers.includes(kept.driver))
      throw errors.badRequest(
        `${field}: ${kept.name} has no such field. Remove the printer, and add it as another kind of printer.`,
      );
  // Null removes a setting from the record, and an absent setting means the printer's own value.
  const changed = printerSchema.parse(
    Object.fromEntries(
      Object.entries({ ...kept, ...change }).filter(([, value]) => value !== null),
    ),
  );
  if (changed.widthMm !== kept.widthMm || changed.heightMm !== kept.heightMm)
    checkPrinterMedia(changed);
  if (changed.offsetXMm !== kept.offsetXMm || changed.offsetYMm !== kept.offsetYMm)
    checkPrinterOffset(changed);
  return readPrinter(changed);
}

/** For each address field, the kinds of printers that have it. */
const ADDRESS_FIELDS: readonly (readonly ["host" | "port" | "queue", readonly string[]])[] = [
  ["host", ["tcp"]],
  ["port", ["tcp"]],
  ["queue", ["cups", "windows"]],
];

/**
 * Changes the address of a network printer; its roles are kept.
 *
 * @throws AppError E2025 when no network printer has this id.
 */
export function movePrinter(
  deps: Pick<PrintingDeps, "settings">,
  id: string,
  { host, port }: Pick<TcpPrinter, "host" | "port">,
): Printer {
  const printer = getPrinter(deps, id);
  if (printer.transport !== "tcp") throw errors.printerNotFound();
  return replacePrinter(deps, { ...printer, host, port });
}

function replacePrinter(deps: Pick<PrintingDeps, "settings">, printer: Printer): Printer {
  deps.settings.write(
    "printers",
    listPrinters(deps).map((other) => printerRecord(other.id === printer.id ? printer : other)),
  );
  return printer;
}

/**
 * Removes a printer. Its roles stay without a printer: no other printer gets labels that a person
 * did not assign to it.
 *
 * @throws AppError E2025
 */
export function removePrinter(deps: Pick<PrintingDeps, "settings">, id: string): void {
  const { id: known } = getPrinter(deps, id);
  const left = listPrinters(deps).filter((p) => p.id !== known);
  const roles = getRoles(deps);
  const printerRoles = rolesSchema.parse(
    Object.fromEntries(
      PRINTER_ROLES.map((role) => [role, roles[role] === known ? null : roles[role]]),
    ),
  );
  deps.settings.writeAll({ printers: left.map(printerRecord), printerRoles });
}

/**
 * Assigns printers to roles; absent roles are unchanged.
 * @throws AppError E2025
 */
export function setRoles(deps: Pick<PrintingDeps, "settings">, change: UpdateRoles): Roles {
  for (const id of Object.values(change)) if (typeof id === "string") getPrinter(deps, id);
  const roles = rolesSchema.parse({ ...getRoles(deps), ...change });
  deps.settings.write("printerRoles", roles);
  return roles;
}

/**
 * Papers that every label must fit: the label printer's paper, and the paper that downloads are
 * drawn for.
 */
export function labelPapers(deps: Pick<PrintingDeps, "settings">): readonly LabelPaper[] {
  const printer = findPrinterFor(deps, "label");
  const download: LabelPaper = { media: LABEL_MEDIA, dpi: 203 };
  return printer === undefined
    ? [download]
    : [{ media: printer.media, dpi: printer.dpi }, download];
}
