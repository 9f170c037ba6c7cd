/** Printers of this desk and the role each has. Kept in the desk's settings, not in the organization's data. */
import { z } from "zod";
import { DataFolderError } from "../base/disk.ts";
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import { LABEL_MEDIA } from "../documents/media.schema.ts";
import type { LabelPaper } from "../labels/label-fit.ts";
import { checkPrinterMedia, checkPrinterOffset } from "./printer-media.ts";
import { printerRecord, readPrinter, type Printer, type TcpPrinter } from "./printer.ts";
import { PRINTER_ROLES, printerSchema, rolesSchema, type CreatePrinter, type PrinterRole, type Roles, type UpdatePrinter } from "./printing.schema.ts";

/** Where printers listen for raw data. */
const RAW_PORT = 9100;

/** Called at the start, since a person may have edited the file. @throws DataFolderError when the stored printers or roles cannot be read. */
export function checkStoredPrinters(deps: Pick<Deps, "settings">, path: string): void {
  try {
    listPrinters(deps);
    getRoles(deps);
  } catch {
    throw new DataFolderError(`The printers in the settings file ${path} cannot be read. Mend or move it, then start again.`);
  }
}

/** @returns All printers of the desk, in the order in which they were set up. */
export function listPrinters(deps: Pick<Deps, "settings">): Printer[] {
  return z
    .array(printerSchema)
    .parse(deps.settings.read("printers") ?? [])
    .map(readPrinter);
}

/** @returns Which printer has each role, by its id. */
export function getRoles(deps: Pick<Deps, "settings">): Roles {
  return rolesSchema.parse(deps.settings.read("printerRoles") ?? { label: null });
}

/** @throws AppError E2025 */
export function getPrinter(deps: Pick<Deps, "settings">, id: string): Printer {
  const printer = findPrinter(deps, id);
  if (printer === undefined) throw new AppError("E2025");
  return printer;
}

/** @returns The printer with this id, or undefined when it was removed. */
export function findPrinter(deps: Pick<Deps, "settings">, id: string): Printer | undefined {
  return listPrinters(deps).find((printer) => printer.id === id);
}

/** @returns The printer that has this role now, or undefined while none has. */
export function findPrinterFor(deps: Pick<Deps, "settings">, role: PrinterRole): Printer | undefined {
  const id = getRoles(deps)[role];
  return id === null ? undefined : findPrinter(deps, id);
}

/** @returns The roles that a printer has now; a printer that was removed has none. */
export function rolesOf(deps: Pick<Deps, "settings">, printerID: string): PrinterRole[] {
  return PRINTER_ROLES.filter((role) => findPrinterFor(deps, role)?.id === printerID);
}

/** @returns Each printer that has a role, once. */
export function listPrintersInUse(deps: Pick<Deps, "settings">): Printer[] {
  const ids = new Set(PRINTER_ROLES.map((role) => getRoles(deps)[role]));
  return listPrinters(deps).filter(({ id }) => ids.has(id));
}

/** The first printer of a desk gets the label role by itself. @throws AppError E1085 for a paper that no label fits, or an offset that pushes print off it. */
export function addPrinter(deps: Pick<Deps, "settings" | "newId">, input: CreatePrinter): Printer {
  checkPrinterMedia(input);
  checkPrinterOffset(input);
  const printer = readPrinter({ host: "", port: RAW_PORT, path: "", ...input, id: deps.newId() });
  const roles = findPrinterFor(deps, "label") === undefined ? { printerRoles: { label: printer.id } } : {};
  deps.settings.writeAll({ printers: [...listPrinters(deps), printer].map(printerRecord), ...roles });
  return printer;
}

/**
 * Changes the fields that are given; a setting that is null is the printer's own again.
 *
 * @throws AppError E2025; E1085 for a paper that no label fits, or an offset that pushes print off it.
 */
export function updatePrinter(deps: Pick<Deps, "settings">, id: string, change: UpdatePrinter): Printer {
  const kept = printerRecord(getPrinter(deps, id));
  // A setting that the record does not have is the printer's own.
  const changed = printerSchema.parse(Object.fromEntries(Object.entries({ ...kept, ...change }).filter(([, value]) => value !== null)));
  if (changed.widthMm !== kept.widthMm || changed.heightMm !== kept.heightMm) checkPrinterMedia(changed);
  if (changed.offsetXMm !== kept.offsetXMm || changed.offsetYMm !== kept.offsetYMm) checkPrinterOffset(changed);
  return replacePrinter(deps, readPrinter(changed));
}

/** A printer of the network at another address; its roles stay. @throws AppError E2025 when there is none with this id on the network. */
export function movePrinter(deps: Pick<Deps, "settings">, id: string, { host, port }: Pick<TcpPrinter, "host" | "port">): Printer {
  const printer = getPrinter(deps, id);
  if (printer.transport !== "tcp") throw new AppError("E2025");
  return replacePrinter(deps, { ...printer, host, port });
}

function replacePrinter(deps: Pick<Deps, "settings">, printer: Printer): Printer {
  deps.settings.write("printers", listPrinters(deps).map((other) => printerRecord(other.id === printer.id ? printer : other)));
  return printer;
}

/** @throws AppError E2025 */
export function removePrinter(deps: Deps, id: string): void {
  const { id: known } = getPrinter(deps, id);
  const left = listPrinters(deps).filter((p) => p.id !== known);
  const roles = getRoles(deps).label === known ? { printerRoles: { label: left[0]?.id ?? null } } : {};
  deps.settings.writeAll({ printers: left.map(printerRecord), ...roles });
}

/** @throws AppError E2025 */
export function setRoles(deps: Pick<Deps, "settings">, roles: Roles): Roles {
  if (roles.label !== null) getPrinter(deps, roles.label);
  deps.settings.write("printerRoles", roles);
  return roles;
}

/** The papers that a label must fit on: that of the desk's label printer, and the one that downloads are drawn for. */
export function labelPapers(deps: Pick<Deps, "settings">): readonly LabelPaper[] {
  const printer = findPrinterFor(deps, "label");
  const download: LabelPaper = { media: LABEL_MEDIA, dpi: 203 };
  return printer === undefined ? [download] : [{ media: printer.media, dpi: printer.dpi }, download];
}
