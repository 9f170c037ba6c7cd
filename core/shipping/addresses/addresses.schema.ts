/** Wire shapes of addresses. */
import { z } from "zod";
import {
  laxBoolean,
  laxCapitals,
  laxInteger,
  laxNumber,
  laxOptionalBoolean,
  laxText,
  patchText,
} from "../../base/wire.ts";
import { citySchema, districtSchema } from "../geo/geo.schema.ts";

export const addressSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    shortName: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address1: z.string(),
    address2: z.string(),
    cityCode: z.string(),
    cityName: z.string(),
    city: citySchema.nullable(),
    state: z.string(),
    zip: z.string(),
    districtID: z.number().int(),
    districtName: z.string(),
    district: districtSchema.nullable(),
    streetID: z.number().nullable(),
    streetName: z.string(),
    countryCode: z.string(),
    countryName: z.string(),
    source: z.object({}).nullable(),
    isDefaultSenderAddress: z.boolean(),
    isDefaultReturnAddress: z.boolean(),
    isRecipientAddress: z.boolean(),
    isInvoiceAddress: z.boolean(),
    isActive: z.boolean(),
  })
  .meta({ id: "Address" });
export type Address = z.infer<typeof addressSchema>;

const text = laxText(300);

/** An address as programs send it; the required fields depend on its use. */
export const addressInputSchema = z
  .object({
    name: text,
    email: text,
    phone: text,
    address1: laxText(500),
    address2: laxText(500),
    countryCode: laxCapitals(2),
    cityName: text,
    cityCode: laxText(10),
    districtName: text,
    districtID: laxInteger,
    streetName: text,
    state: text,
    zip: laxText(20),
    shortName: text,
  })
  .meta({ id: "AddressDetails" });
export type AddressInput = z.output<typeof addressInputSchema>;

export const newAddressSchema = addressInputSchema
  .extend({ isRecipientAddress: laxBoolean })
  .meta({ id: "NewAddress" });

const patch = patchText(300);

export const addressPatchSchema = z
  .object({
    name: patch,
    email: patch,
    phone: patch,
    address1: patchText(500),
    address2: patchText(500),
    countryCode: patchText(2).transform((s) => s?.toUpperCase()),
    cityName: patch,
    cityCode: patchText(10),
    districtName: patch,
    districtID: laxNumber,
    streetName: patch,
    state: patch,
    zip: patchText(20),
    shortName: patch,
    isDefaultSenderAddress: laxOptionalBoolean,
    isDefaultReturnAddress: laxOptionalBoolean,
    isInvoiceAddress: laxOptionalBoolean,
  })
  .meta({ id: "AddressPatch" });
export type AddressPatch = z.output<typeof addressPatchSchema>;
