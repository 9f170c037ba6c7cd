/**
 * /parceltemplates and /station/boxes: creates, lists, changes, orders and deletes parcel
 * templates.
 */
import { z } from "zod";
import { addressSchema } from "../addresses/addresses.schema.ts";
import { endpoint } from "../../http/endpoint.ts";
import {
  newTemplateSchema,
  parcelTemplateSchema,
  templateOrderSchema,
  templatePatchSchema,
} from "./parcels.schema.ts";

const tag = "Parcel templates";
const params = z.object({ parcelTemplateID: z.string() });

export const listParcelTemplates = endpoint({
  id: "listParcelTemplates",
  method: "GET",
  path: "/parceltemplates",
  tag,
  summary: "List parcel templates.",
  access: "member",
  shape: "whole",
  answer: parcelTemplateSchema,
});

export const createParcelTemplate = endpoint({
  id: "createParcelTemplate",
  method: "POST",
  path: "/parceltemplates",
  tag,
  summary: "Create a parcel template.",
  access: "member",
  shape: "one",
  status: 201,
  errors: ["E2253"],
  body: newTemplateSchema,
  answer: parcelTemplateSchema,
});

export const getParcelTemplate = endpoint({
  id: "getParcelTemplate",
  method: "GET",
  path: "/parceltemplates/:parcelTemplateID",
  tag,
  summary: "Get a parcel template.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2012"],
  answer: parcelTemplateSchema,
});

export const deleteParcelTemplate = endpoint({
  id: "deleteParcelTemplate",
  method: "DELETE",
  path: "/parceltemplates/:parcelTemplateID",
  tag,
  summary: "Delete a parcel template.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2012"],
  answer: addressSchema,
});

export const updateParcelTemplate = endpoint({
  id: "updateParcelTemplate",
  method: "PATCH",
  path: "/station/boxes/:parcelTemplateID",
  tag,
  summary:
    "Change a parcel template's name, measures or barcode. Shipments made with it stay unchanged.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2012", "E2253"],
  body: templatePatchSchema,
  answer: parcelTemplateSchema,
});

export const orderParcelTemplates = endpoint({
  id: "orderParcelTemplates",
  method: "PUT",
  path: "/station/boxes",
  tag,
  summary: "Put the parcel templates in order: the first nine have the digits 1 to 9 in Pack.",
  access: "member",
  shape: "whole",
  errors: ["E2012"],
  body: templateOrderSchema,
  answer: parcelTemplateSchema,
});
