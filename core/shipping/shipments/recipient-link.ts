/**
 * Finds the page on which a recipient follows the parcel: this station's page if it has a public
 * address, else the carrier's.
 */
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { ShippingDeps } from "../deps.ts";
import { trackingSettings } from "../tracking/tracking-settings.ts";
import type { ShipmentRow } from "./shipments.service.ts";
import { trackingLink } from "./signed-links.ts";

/**
 * Finds the address of that page. @returns An https address that recipients can open; "" when there
 * is none.
 */
export function recipientURL(
  deps: Pick<ShippingDeps, "db" | "settings">,
  row: Pick<ShipmentRow, "id" | "barcode" | "tracking_url" | "provider_service_code">,
): string {
  const { publicAddress } = trackingSettings(deps);
  if (row.barcode === "") return "";
  if (publicAddress !== "") return trackingLink(deps.db, publicAddress, row.id);
  return carrierURL(row);
}

/**
 * Finds the carrier's page of a parcel; "" without an https page. The page of a test shipment is on
 * this machine, so it has none.
 */
export function carrierURL(
  row: Pick<ShipmentRow, "tracking_url" | "provider_service_code">,
): string {
  return row.provider_service_code !== TEST_SERVICE &&
    row.tracking_url.startsWith("https://") &&
    URL.canParse(row.tracking_url)
    ? row.tracking_url
    : "";
}
