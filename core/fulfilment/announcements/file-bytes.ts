/** Makes the bytes of a file of parcels, as a stream. */
import type { Readable } from "node:stream";
import { csvStream } from "../../base/csv.ts";
import { xlsxStream } from "../../base/xlsx.ts";
import { cellsOf, readColumns, type FileParcel } from "../../shipping/carriers/parcel-columns.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { consignmentOf, type FindLabel } from "./announced-label.ts";
import { listOfFile } from "./announcements.store.ts";
import type { FileRow } from "./announcement-files.store.ts";

const BATCH = 50;

/**
 * Makes the file. Parcels that were cancelled or erased since the file was made are left out.
 *
 * @returns Bytes, as a stream.
 */
export function fileBytes(
  deps: Pick<FulfilmentDeps, "db">,
  { id, name, layout }: Pick<FileRow, "id" | "name" | "layout">,
  findLabel: FindLabel,
): Readable {
  const read = readColumns(layout.columns);
  const columns = "columns" in read ? read.columns : [];
  async function* rows(): AsyncGenerator<ReturnType<typeof cellsOf>[]> {
    yield [columns.map(({ heading }) => heading)];
    const parcels = listOfFile(deps.db, id);
    for (let i = 0; i < parcels.length; i += BATCH)
      yield parcels
        .slice(i, i + BATCH)
        .flatMap((row) => parcelOf(deps, row, findLabel) ?? [])
        .map((parcel) => cellsOf(columns, parcel));
  }
  return layout.format === "xlsx"
    ? xlsxStream(name.slice(0, 27).replaceAll(/[^\w-]/g, "-"), rows())
    : csvStream(rows(), "tr");
}

function parcelOf(
  deps: Pick<FulfilmentDeps, "db">,
  row: ReturnType<typeof listOfFile>[number],
  findLabel: FindLabel,
): FileParcel | undefined {
  const label = findLabel(row.id);
  if (label?.isInForce !== true) return undefined;
  const consignment = consignmentOf(deps, row, label);
  if (consignment === undefined) return undefined;
  return {
    barcode: label.barcode,
    shipmentNumber: findShipmentRow(deps, row.shipmentID)?.number ?? 0,
    serviceCode: label.snapshot.offer.providerServiceCode,
    consignment,
  };
}
