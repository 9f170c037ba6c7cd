/** Makes the ids of products and barcodes, equal at each station. */
import { derivedId } from "../../base/derived-id.ts";
import { scanKey } from "../../base/scan-key.ts";
import { fold } from "../../base/text.ts";

/** Returns the id of a product: upper and lower case of its stock code do not differ. */
export function productID(organizationID: string, stockCode: string): string {
  return derivedId("product", organizationID, fold(stockCode));
}

/** Returns the id of a product's barcode. */
export function productBarcodeID(ofProduct: string, barcode: string): string {
  return derivedId("product barcode", ofProduct, scanKey(barcode));
}

/** Returns the id of an organization's settings of products. */
export function productSettingsID(organizationID: string): string {
  return derivedId("product settings", organizationID);
}
