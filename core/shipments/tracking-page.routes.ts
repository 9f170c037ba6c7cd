/** The tracking page of a test parcel, by the link in its shipment. */
import { AppError } from "../base/errors.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { Deps } from "../deps.ts";
import type { Page } from "../http/html-page.ts";
import { serve, type Route } from "../http/route.ts";
import { trackingPage } from "../tracking/tracking-page.ts";
import { trackingHistory } from "../tracking/tracking.service.ts";
import { readPurchase } from "./purchase-snapshot.ts";
import { addressesOf, findShipmentRow } from "./shipments.service.ts";
import { isLink } from "./signed-links.ts";
import * as api from "./tracking-page.api.ts";

export const trackingPageRoutes: readonly Route[] = [
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
