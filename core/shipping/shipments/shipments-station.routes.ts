/** Serves /station/shipments. */
import { serve, type Route } from "../route.ts";
import { exportShipments, exportWorkbook, pageByKey } from "./export-shipments.ts";
import { askMarketplaces } from "./ask-marketplaces.ts";
import { correctRecipient } from "./change-package.ts";
import { getShipment } from "./shipments.service.ts";
import { findPositions, listRows, listServices, searchRows } from "./list-shipment-rows.ts";
import { sortShipments } from "./sort-shipments.ts";
import * as numbers from "./order-numbers.api.ts";
import * as api from "./shipments-station.api.ts";
import { writeOrderNumbers } from "./write-order-numbers.ts";

export const shipmentStationRoutes: readonly Route[] = [
  serve(api.listShipmentsByKey, ({ deps, actor, origin, callersReader }, { query }) =>
    pageByKey({ ...deps, reader: callersReader() }, actor, query, origin),
  ),
  serve(api.correctRecipient, ({ deps, actor, origin }, { params: { shipmentID }, body }) => {
    correctRecipient(deps, actor, shipmentID, body);
    return getShipment(deps, actor, shipmentID, origin);
  }),
  serve(numbers.writeOrderNumbers, ({ deps, actor, origin }, { params: { shipmentID }, body }) => {
    writeOrderNumbers(deps, actor, shipmentID, body);
    return getShipment(deps, actor, shipmentID, origin);
  }),
  serve(api.askMarketplaces, ({ deps, actor, origin }, { params: { shipmentID } }) => {
    askMarketplaces(deps, actor, shipmentID);
    return getShipment(deps, actor, shipmentID, origin);
  }),
  serve(api.exportShipments, ({ deps, actor, callersReader }, { query }) => ({
    bytes: exportShipments({ ...deps, reader: callersReader() }, actor, query),
    type: "text/csv; charset=utf-8",
    fileName: "shipments.csv",
  })),
  serve(api.exportShipmentsWorkbook, ({ deps, actor, callersReader }, { query }) => ({
    bytes: exportWorkbook({ ...deps, reader: callersReader() }, actor, query),
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    fileName: "shipments.xlsx",
  })),
  serve(api.findShipmentPlaces, ({ deps, actor, callersReader }, { query }) =>
    findPositions({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.listShipmentRows, ({ deps, actor, callersReader }, { query }) =>
    listRows({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.searchShipments, ({ deps, actor, callersReader }, { query }) =>
    searchRows({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.listUsedServices, ({ deps, actor, callersReader }) =>
    listServices({ ...deps, reader: callersReader() }, actor),
  ),
  serve(api.sortShipments, ({ deps, actor, callersReader }, { query }) =>
    sortShipments({ ...deps, reader: callersReader() }, actor, query),
  ),
];
