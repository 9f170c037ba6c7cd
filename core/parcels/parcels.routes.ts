/** /parceltemplates */
import { z } from "zod";
import { addressSchema } from "../addresses/addresses.schema.ts";
import { route, type Route } from "../http/route.ts";
import { newTemplateSchema, parcelTemplateSchema } from "./parcels.schema.ts";
import { createTemplate, deleteParcelTemplate, getParcelTemplate, listParcelTemplates } from "./parcels.service.ts";
import { ZERO_ADDRESS } from "./zero-address.ts";

const tag = "Parcel templates";
const params = z.object({ parcelTemplateID: z.string() });

export const parcelRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/parceltemplates",
    tag,
    summary: "List parcel templates.",
    access: "member",
    shape: "whole",
    answer: parcelTemplateSchema,
    run: ({ deps, actor }) => listParcelTemplates(deps, actor),
  }),
  route({
    method: "POST",
    path: "/parceltemplates",
    tag,
    summary: "Create a parcel template.",
    access: "member",
    shape: "one",
    status: 201,
    body: newTemplateSchema,
    answer: parcelTemplateSchema,
    run: ({ deps, actor }, { body }) => createTemplate(deps, actor, body),
  }),
  route({
    method: "GET",
    path: "/parceltemplates/:parcelTemplateID",
    tag,
    summary: "Get a parcel template.",
    access: "member",
    shape: "one",
    params,
    errors: ["E2012"],
    answer: parcelTemplateSchema,
    run: ({ deps, actor }, { params: p }) => getParcelTemplate(deps, actor, p.parcelTemplateID),
  }),
  route({
    method: "DELETE",
    path: "/parceltemplates/:parcelTemplateID",
    tag,
    summary: "Delete a parcel template.",
    access: "member",
    shape: "one",
    params,
    errors: ["E2012"],
    answer: addressSchema,
    run: ({ deps, actor }, { params: p }) => {
      deleteParcelTemplate(deps, actor, p.parcelTemplateID);
      return ZERO_ADDRESS;
    },
  }),
];
