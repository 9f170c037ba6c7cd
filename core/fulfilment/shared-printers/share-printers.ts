/**
 * Publishes this station's shared printers to the other stations, when a printer or its state
 * differs from the row written last.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { Printer } from "../../printing/printer.ts";
import { listPrinters } from "../../printing/printers.ts";
import type { PrinterWatch } from "../../printing/watch-printer.ts";
import { withdrawPrinters } from "./end-requests.ts";
import * as store from "./shared-printers.store.ts";
import type { Stations } from "./stations.ts";

/**
 * Creates a function that writes the changes. The function needs the organization that the stations
 * share.
 */
export function createSharing(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "syncTimes">,
  watch: Pick<PrinterWatch, "stateOf">,
  stations: Stations,
): (organizationID: string) => void {
  const writtenAt = new Map<string, number>();
  return (organizationID) => {
    const offered = listPrinters(deps).filter(({ isShared, isActive }) => isShared && isActive);
    for (const printer of offered) {
      const known = store.findPrinter(deps.db, printer.id);
      // This database was copied from another station, which still shares the printer.
      if (known !== undefined && known.stationID !== deps.db.stationID && known.isShared === 1)
        continue;
      const next = rowOf(deps, printer, {
        state: watch.stateOf(printer).state,
        known,
        organizationID,
        stationName: stations.name(),
      });
      const changed = NAMES.filter((name) => known?.[name] !== next[name]);
      if (changed.length === 0) continue;
      const isRecent =
        performance.now() - (writtenAt.get(printer.id) ?? Number.NEGATIVE_INFINITY) <
        deps.syncTimes.printersLeastMs;
      if (isRecent && changed.every((name) => name === "state")) continue;
      write(deps, known, next);
      writtenAt.set(printer.id, performance.now());
    }
    const gone = store
      .listOf(deps.db, deps.db.stationID)
      .filter(({ id }) => !offered.some((printer) => printer.id === id));
    if (gone.length > 0) inTransaction(deps, () => withdrawPrinters(deps, gone));
  };
}

/** Published columns; a row is written when a column differs. */
const NAMES = [
  "organizationID",
  "stationID",
  "stationName",
  "name",
  "language",
  "dpi",
  "widthMm",
  "heightMm",
  "state",
  "isShared",
] as const satisfies readonly (keyof store.SharedPrinterRow)[];

type Seen = {
  readonly state: store.SharedPrinterRow["state"];
  readonly known: store.SharedPrinterRow | undefined;
  readonly organizationID: string;
  readonly stationName: string;
};

function rowOf(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  { id, name, language, dpi, media }: Printer,
  { state, known, organizationID, stationName }: Seen,
): store.SharedPrinterRow {
  return {
    id,
    createdAt: known?.createdAt ?? deps.now(),
    updatedAt: deps.now(),
    organizationID,
    stationID: deps.db.stationID,
    stationName,
    name,
    language,
    dpi,
    widthMm: media.widthMm,
    heightMm: media.heightMm,
    // Every label makes a printer busy for a moment, so busy counts as ready. An unknown state
    // keeps the last known one.
    state: state === "busy" ? "ready" : state === "unknown" ? (known?.state ?? state) : state,
    isShared: 1,
  };
}

function write(
  deps: WriteDeps,
  known: store.SharedPrinterRow | undefined,
  next: store.SharedPrinterRow,
): void {
  inTransaction(deps, () => {
    if (known === undefined) store.insertPrinter(deps.db, next);
    else {
      const changed = NAMES.filter((name) => known[name] !== next[name]);
      store.updatePrinter(deps.db, next.id, {
        ...Object.fromEntries(changed.map((name) => [name, next[name]])),
        updatedAt: next.updatedAt,
      });
    }
    recordFact(deps, {
      topic: "sharedprinter.changed",
      organizationID: next.organizationID,
      subjectID: next.id,
    });
  });
}
