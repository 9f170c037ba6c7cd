/**
 * Content of an order's rows in a file, as an open change keeps it. A field that the file does not
 * have is absent, and then stays as it is in the order.
 */
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import type { Geo } from "../geo/geo.service.ts";
import { checkRecipient } from "../addresses/address.ts";
import { makeOrder } from "../shipments/make-order.ts";
import { collectionSchema, payerSchema } from "../shipments/order-terms.schema.ts";
import type { ShipmentInput } from "../shipments/shipments.schema.ts";
import type { ShippingDeps } from "../deps.ts";

const side = z.number().positive().optional();
const minorAmount = z.number().int().nonnegative().optional();

const contentSchema = z.object({
  v: z.literal(1),
  recipient: z.object({
    name: z.string(),
    phone: z.string(),
    /** "": the file has none. */
    email: z.string(),
    address1: z.string(),
    zip: z.string(),
    countryCode: z.string(),
    cityCode: z.string(),
    cityName: z.string(),
    districtName: z.string(),
  }),
  weightKg: side,
  lengthCm: side,
  widthCm: side,
  heightCm: side,
  items: z
    .array(
      z.object({
        title: z.string(),
        variantTitle: z.string(),
        sku: z.string(),
        ean: z.string(),
        imageURL: z.string(),
        quantity: z.number(),
      }),
    )
    .optional(),
  /** Cash on delivery, minor units; 0: none. */
  cash: minorAmount,
  declaredValue: minorAmount,
  payer: payerSchema.optional(),
  collection: collectionSchema.optional(),
  waybillNumber: z.string().optional(),
  invoiceNumber: z.string().optional(),
  notes: z.string().optional(),
});
export type FileContent = z.output<typeof contentSchema>;

/** Reads stored content. */
export function readContent(text: string): FileContent {
  return parseJson(text, contentSchema, "the content of a changed order");
}

/** Returns whether a value may be stored as content. */
export function isContent(value: unknown): boolean {
  return contentSchema.safeParse(value).success;
}

/** Columns whose empty cell means that the order has no such thing. */
export type EmptiedColumn =
  | "item"
  | "codAmount"
  | "declaredValue"
  | "payer"
  | "collection"
  | "notes";

/**
 * Makes the content of an order's rows. An empty cell for the size, the waybill or the invoice
 * changes nothing, since these are often entered at the desk.
 *
 * @param has Whether the file has a column.
 * @throws AppError E1129 to E1136, E1057
 */
export function contentOf(
  deps: Pick<ShippingDeps, "now" | "newId"> & { readonly geo: Geo },
  input: ShipmentInput,
  has: (column: EmptiedColumn) => boolean,
): FileContent {
  const { recipientAddress: address } = input;
  if (address === undefined || input.order === undefined)
    throw new Error("an order of a file has neither a recipient nor a number");
  const place = checkRecipient(deps.geo, address, { email: false });
  const isCashOnDelivery = input.productPaymentOnDelivery;
  const order = makeOrder(deps, "", input.order, { isCashOnDelivery, imported: undefined });
  const { name, phone, email, address1, zip } = address;
  const { countryCode, cityCode, cityName, districtName } = place;
  return {
    v: 1,
    recipient: {
      name,
      phone,
      email,
      address1,
      zip,
      countryCode,
      cityCode,
      cityName,
      districtName,
    },
    ...given("weightKg", input.weight),
    ...given("lengthCm", input.length),
    ...given("widthCm", input.width),
    ...given("heightCm", input.height),
    ...(has("item") ? { items: input.items.map(itemOf) } : {}),
    ...(has("codAmount") ? { cash: isCashOnDelivery ? order.totalAmount : 0 } : {}),
    ...(has("declaredValue") ? { declaredValue: order.declaredValue } : {}),
    ...(has("payer") ? { payer: order.payer } : {}),
    ...(has("collection") ? { collection: order.collection } : {}),
    ...(has("notes") ? { notes: order.notes } : {}),
    ...(order.waybillNumber === "" ? {} : { waybillNumber: order.waybillNumber }),
    ...(order.invoiceNumber === "" ? {} : { invoiceNumber: order.invoiceNumber }),
  };
}

function given(
  name: "weightKg" | "lengthCm" | "widthCm" | "heightCm",
  value: number | undefined,
): Partial<FileContent> {
  return value === undefined || value <= 0 ? {} : { [name]: value };
}

function itemOf({
  title,
  variantTitle,
  sku,
  ean,
  imageURL,
  quantity,
}: ShipmentInput["items"][number]) {
  return {
    title,
    variantTitle,
    sku,
    ean,
    imageURL,
    quantity: Math.max(1, Math.round(quantity ?? 1)),
  };
}
