/** Printers of this desk and the role each has. Kept in the desk's settings, not in the organization's data. */
import { z } from "zod";
import { DataFolderError } from "../base/disk.ts";
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import { PRINTER_ROLES, printerSchema, rolesSchema, type Printer, type PrinterRole, type Roles } from "./printing.schema.ts";

/** Called at the start, since a person may have edited the file. @throws DataFolderError when the stored printers or roles cannot be read. */
export function checkStoredPrinters(deps: Pick<Deps, "settings">, path: string): void {
  try {
    listPrinters(deps);
    getRoles(deps);
  } catch {
    throw new DataFolderError(`The printers in the settings file ${path} cannot be read. Mend or move it, then start again.`);
  }
}

export function listPrinters(deps: Pick<Deps, "settings">): Printer[] {
  return z.array(printerSchema).parse(deps.settings.read("printers") ?? []);
}

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

/** The first printer of a desk gets the label role by itself. */
export function addPrinter(deps: Deps, input: Omit<Printer, "id">): Printer {
  const printer: Printer = { ...input, id: deps.newId() };
  const roles = findPrinterFor(deps, "label") === undefined ? { printerRoles: { label: printer.id } } : {};
  deps.settings.writeAll({ printers: [...listPrinters(deps), printer], ...roles });
  return printer;
}

/** The same printer at another address; its roles stay. @throws AppError E2025 */
export function movePrinter(deps: Pick<Deps, "settings">, id: string, { host, port }: Pick<Printer, "host" | "port">): Printer {
  const moved: Printer = { ...getPrinter(deps, id), host, port };
  deps.settings.write("printers", listPrinters(deps).map((printer) => (printer.id === moved.id ? moved : printer)));
  return moved;
}

/** @throws AppError E2025 */
export function removePrinter(deps: Deps, id: string): void {
  const { id: known } = getPrinter(deps, id);
  const left = listPrinters(deps).filter((p) => p.id !== known);
  const roles = getRoles(deps).label === known ? { printerRoles: { label: left[0]?.id ?? null } } : {};
  deps.settings.writeAll({ printers: left, ...roles });
}

/** @throws AppError E2025 */
export function setRoles(deps: Pick<Deps, "settings">, roles: Roles): Roles {
  if (roles.label !== null) getPrinter(deps, roles.label);
  deps.settings.write("printerRoles", roles);
  return roles;
}
