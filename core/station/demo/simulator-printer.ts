/**
 * The printer simulator as a printer of this desk: set up once, and updated at each start, because
 * its port changes.
 */
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { addPrinter, listPrinters, movePrinter } from "../../printing/printers.ts";
import { createPrinterSchema } from "../../printing/printers.schema.ts";
import { printersChanged } from "../../printing/waiting-jobs.ts";

const SETTING = "simulatorPrinter";
const NAME = "Simulator";

/**
 * Adds the simulator as a printer or updates its address. An added simulator gets the label role if
 * no printer has this role. Keeps roles as a person set them, and does not add the simulator again
 * after a person removed it.
 */
export function useSimulator(
  deps: WriteDeps & Pick<StationDeps, "settings">,
  address: { readonly host: string; readonly port: number },
): void {
  const printers = listPrinters(deps);
  const knownID = deps.settings.read(SETTING);
  const known =
    printers.find((printer) => printer.id === knownID) ??
    (knownID === undefined
      ? printers.find((printer) => printer.name === NAME && printer.transport === "tcp")
      : undefined);
  if (known === undefined && knownID !== undefined) return;
  const { host, port } = address;
  const printer =
    known === undefined
      ? addPrinter(deps, createPrinterSchema.parse({ name: NAME, driver: "tcp", host, port }))
      : movePrinter(deps, known.id, { host, port });
  if (knownID !== printer.id) deps.settings.write(SETTING, printer.id);
  printersChanged(deps, printer.id);
}
