/** /station/products: the organization's products, alike at all stations. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  learnBarcodeSchema,
  productInputSchema,
  productSchema,
  productSettingsSchema,
  productsQuerySchema,
} from "./products.schema.ts";

const tag = "Station";
const params = z.object({ productID: z.string() });

export const listProducts = endpoint({
  id: "listProducts",
  method: "GET",
  path: "/station/products",
  tag,
  summary: "List products by stock code, searched by words or by a whole barcode.",
  access: "member",
  shape: "one",
  query: productsQuerySchema,
  errors: ["E2052"],
  answer: z.object({ list: z.array(productSchema), total: z.int() }),
});

export const getProduct = endpoint({
  id: "getProduct",
  method: "GET",
  path: "/station/products/:productID",
  tag,
  summary: "Get a product.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2250"],
  answer: productSchema,
});

export const saveProduct = endpoint({
  id: "saveProduct",
  method: "PUT",
  path: "/station/products",
  tag,
  summary:
    "Add a product, or change the one with this stock code. Refused when another product has one of the barcodes.",
  access: "home",
  audited: { kind: "product", act: "changed" },
  shape: "one",
  body: productInputSchema,
  errors: ["E2251"],
  answer: productSchema,
});

export const deleteProduct = endpoint({
  id: "deleteProduct",
  method: "DELETE",
  path: "/station/products/:productID",
  tag,
  summary: "Remove a product. Orders stay unchanged.",
  access: "home",
  audited: { kind: "product", act: "removed" },
  shape: "one",
  params,
  errors: ["E2250"],
  answer: productSchema,
});

export const learnBarcode = endpoint({
  id: "learnBarcode",
  method: "POST",
  path: "/station/products/barcodes",
  tag,
  summary:
    "Remember a scanned code as the barcode of an item's product, at all stations. Adds the product when it is not known yet.",
  access: "home",
  audited: { kind: "product", act: "changed" },
  shape: "one",
  body: learnBarcodeSchema,
  errors: ["E1051", "E2251", "E2252"],
  answer: productSchema,
});

export const getProductSettings = endpoint({
  id: "getProductSettings",
  method: "GET",
  path: "/station/products/settings",
  tag,
  summary: "Read how the organization uses its products.",
  access: "member",
  shape: "one",
  answer: productSettingsSchema,
});

export const updateProductSettings = endpoint({
  id: "updateProductSettings",
  method: "PATCH",
  path: "/station/products/settings",
  tag,
  summary: "Change how the organization uses its products. Owner or admin only.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: productSettingsSchema.partial(),
  answer: productSettingsSchema,
});
