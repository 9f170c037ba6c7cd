/**
 * Finds the page on which a recipient follows the parcel: this station's page if the station has a
 * public address, otherwise the carrier's page.
 */
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { ShippingDeps } from "../deps.ts";
import { trackingSettings } from "../tracking/tracking-settings.ts";
import type { ShipmentRow } from "./shipments.service.ts";
import { trackingLink } from "./signed-links.ts";

/** Finds the https address of the page that recipients can open; "" when there is none. */
export function recipientURL(
  deps: Pick<ShippingDeps, "db" | "settings">,
  row: Pick<ShipmentRow, "id" | "barcode" | "trackingUrl" | "providerServiceCode">,
): string {
  const { publicAddress } = trackingSettings(deps);
  if (row.barcode === "") return "";
  if (publicAddress !== "") return trackingLink(deps.db, publicAddress, row.id);
  return carrierURL(row);
}

/**
 * Finds the carrier's page of a parcel; "" without an https page, and for a test shipment, whose
 * page is on this machine.
 */
export function carrierURL(row: Pick<ShipmentRow, "trackingUrl" | "providerServiceCode">): string {
  return row.providerServiceCode !== TEST_SERVICE &&
    row.trackingUrl.startsWith("https://") &&
    URL.canParse(row.trackingUrl)
    ? row.trackingUrl
    : "";
}
