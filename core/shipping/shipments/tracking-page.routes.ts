/** Serves the page on which a recipient follows a parcel, by the signed link to it. */
import { errors } from "../../base/errors.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { ShippingDeps } from "../deps.ts";
import type { Page } from "../../http/html-page.ts";
import { serve, type Route } from "../route.ts";
import { trackingPage } from "../tracking/tracking-page.ts";
import { pageLanguage } from "../tracking/tracking-page-words.ts";
import { findPromisedUntil, trackingHistory } from "../tracking/tracking.service.ts";
import { carrierURL } from "./recipient-link.ts";
import { addressesOf, findShipmentRow } from "./shipments.service.ts";
import { isLink } from "./signed-links.ts";
import { readPurchase } from "./stored-snapshot.ts";
import * as api from "./tracking-page.api.ts";

export const trackingPageRoutes: readonly Route[] = [
  serve(api.getTrackingPage, ({ deps, header }, { params }) =>
    readPage(deps, params, header("accept-language")),
  ),
];

function readPage(
  deps: Pick<ShippingDeps, "db" | "geo">,
  { shipmentID, signature }: { readonly shipmentID: string; readonly signature: string },
  accepted: string | undefined,
): Page {
  const row = isLink(deps.db, "tracking", shipmentID, signature)
    ? findShipmentRow(deps, shipmentID)
    : undefined;
  if (row === undefined || row.barcode === "") throw errors.trackingLinkInvalid();
  const { recipient } = addressesOf(deps, row);
  return trackingPage({
    language: pageLanguage(accepted, recipient.countryCode),
    barcode: row.barcode,
    trackingNumber: row.trackingNumber,
    serviceName: readPurchase(row)?.offer.serviceName ?? "",
    districtName: recipient.districtName,
    cityName: recipient.cityName,
    carrierURL: carrierURL(row),
    promisedUntil: findPromisedUntil(deps, row.id),
    isTest: row.providerServiceCode === TEST_SERVICE,
    isCanceled: row.status === "CANCELED",
    status: row.status,
    steps: trackingHistory(deps, row.id).map((event) => ({
      subCode: event.trackingSubStatusCode,
      at: event.statusDate,
      locationName: event.locationName,
    })),
  });
}
