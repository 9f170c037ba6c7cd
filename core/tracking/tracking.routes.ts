/** The tracking page of a test parcel, by the link in its shipment. */
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { Deps } from "../deps.ts";
import type { Page } from "../http/html-page.ts";
import { route, type Route } from "../http/route.ts";
import { isLink } from "../labels/label-links.ts";
import { readPurchase } from "../shipments/purchase-snapshot.ts";
import { addressesOf, findShipmentRow } from "../shipments/shipments.service.ts";
import { trackingPage } from "./tracking-page.ts";
import { trackingHistory } from "./tracking.service.ts";

export const trackingRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/tracking/:shipmentID/:signature",
    tag: "Shipments",
    summary: "The road of a test parcel as a page, by the trackingUrl that its shipment tells.",
    access: "open",
    shape: "bytes",
    params: z.object({ shipmentID: z.string(), signature: z.string() }),
    errors: ["E2046"],
    answer: z.unknown(),
    run: ({ deps }, { params }) => readPage(deps, params.shipmentID, params.signature),
  }),
];

function readPage(deps: Deps, shipmentID: string, signature: string): Page {
  const row = isLink(deps.db, "tracking", shipmentID, signature) ? findShipmentRow(deps, shipmentID) : undefined;
  if (row === undefined || row.barcode === "" || row.provider_service_code !== TEST_SERVICE) throw new AppError("E2046");
  const { recipient } = addressesOf(deps, row);
  const steps = trackingHistory(deps, row.id).map((event) => ({ subCode: event.trackingSubStatusCode, at: event.statusDate, locationName: event.locationName }));
  const serviceName = readPurchase(row)?.offer.service_name ?? "";
  return trackingPage({ barcode: row.barcode, serviceName, districtName: recipient.districtName, cityName: recipient.cityName, isCanceled: row.status === "CANCELED", steps });
}
