/** The tracking page of a test parcel, by the link in its shipment. */
import { AppError } from "../base/errors.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { Deps } from "../deps.ts";
import type { Page } from "../http/html-page.ts";
import { serve, type Route } from "../http/route.ts";
import { isLink } from "../labels/label-links.ts";
import { readPurchase } from "../shipments/purchase-snapshot.ts";
import { addressesOf, findShipmentRow } from "../shipments/shipments.service.ts";
import { trackingPage } from "./tracking-page.ts";
import * as api from "./tracking.api.ts";
import { trackingHistory } from "./tracking.service.ts";

export const trackingRoutes: readonly Route[] = [
  serve(api.getTrackingPage, ({ deps }, { params }) => readPage(deps, params.shipmentID, params.signature)),
];

function readPage(deps: Deps, shipmentID: string, signature: string): Page {
  const row = isLink(deps.db, "tracking", shipmentID, signature) ? findShipmentRow(deps, shipmentID) : undefined;
  if (row === undefined || row.barcode === "" || row.provider_service_code !== TEST_SERVICE) throw new AppError("E2046");
  const { recipient } = addressesOf(deps, row);
  const steps = trackingHistory(deps, row.id).map((event) => ({ subCode: event.trackingSubStatusCode, at: event.statusDate, locationName: event.locationName }));
  const serviceName = readPurchase(row)?.offer.service_name ?? "";
  return trackingPage({ barcode: row.barcode, serviceName, districtName: recipient.districtName, cityName: recipient.cityName, isCanceled: row.status === "CANCELED", steps });
}
