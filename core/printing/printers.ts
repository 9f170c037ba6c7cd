/** Printers of this desk and the role each has. Kept in the desk's settings, not in the organization's data. */
import { z } from "zod";
import { DataFolderError } from "../base/disk.ts";
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import { printerSchema, type Printer } from "./printing.schema.ts";

const rolesSchema = z.object({ label: z.uuid().nullable() });
export type Roles = z.infer<typeof rolesSchema>;

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
  const printer = listPrinters(deps).find((p) => p.id === id);
  if (printer === undefined) throw new AppError("E2025");
  return printer;
}

/** The printer that labels go to, or undefined while none is set up. */
export function labelPrinter(deps: Pick<Deps, "settings">): Printer | undefined {
  const { label } = getRoles(deps);
  return label === null ? undefined : listPrinters(deps).find((p) => p.id === label);
}

/** The first printer of a desk gets the label role by itself. */
export function addPrinter(deps: Deps, input: Omit<Printer, "id">): Printer {
  const printer: Printer = { ...input, id: deps.newId() };
  const roles = labelPrinter(deps) === undefined ? { printerRoles: { label: printer.id } } : {};
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
