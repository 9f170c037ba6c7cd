/** English sentences for the faults in a product file. */
import { type ProductFault, type RejectedProduct } from "./product-files.schema.ts";

/** `{{detail}}` is replaced by the fault's detail. */
const REASONS: Readonly<Record<ProductFault, string>> = {
  OPEN_QUOTE: "A quotation mark is opened in this row and never closed.",
  EMPTY_STOCK_CODE: "The stock code is empty.",
  LONG_TEXT: "This text is too long.",
  STOCK_CODE_TWICE: "Line {{detail}} has this stock code too.",
  BAD_WEIGHT: "The weight must be a number from 0 to 1000 kg.",
  BAD_SIZE: "A side must be a number from 0 to 1000 cm.",
  AMBIGUOUS_NUMBER: "This number can be read in two ways: {{detail}}. Write one of these two.",
  BAD_PICTURE: "The picture must be an address that starts with https:// or http://.",
  BAD_BARCODE: "A barcode has letters, digits and signs, without spaces, at most 100.",
  SHORTENED_BARCODE:
    "The spreadsheet has shortened this barcode. Format the column as text and enter the barcode again.",
  MANY_BARCODES: "A product may have {{detail}} barcodes.",
  BARCODE_TWICE: "Line {{detail}} has this barcode too.",
  BARCODE_TAKEN: "The product {{detail}} has this barcode already.",
};

/** Makes a fault. @param place.value Shortened. */
export function productFault(
  place: Pick<RejectedProduct, "line" | "column" | "value">,
  code: ProductFault,
  detail = "",
): RejectedProduct {
  return {
    ...place,
    value: place.value.slice(0, 100),
    code,
    detail,
    reason: REASONS[code].replace("{{detail}}", () => detail.replace(" / ", " or ")),
  };
}
