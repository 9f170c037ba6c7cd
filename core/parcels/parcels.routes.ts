/** /parceltemplates */
import { z } from "zod";
import { NIL_UUID } from "../base/ids.ts";
import { route, type Route } from "../http/route.ts";
import { newTemplateSchema, parcelTemplateSchema } from "./parcels.schema.ts";
import { createTemplate, deleteParcelTemplate, getParcelTemplate, listParcelTemplates } from "./parcels.service.ts";

const tag = "Parcel templates";
const params = z.object({ parcelTemplateID: z.string() });

/** The interface answers a deletion with an empty address: nil id, zero dates, not active. */
const ZERO_DATE = "0001-01-01T00:00:00.000Z";
const deletedSchema = z.object({ id: z.string(), createdAt: z.string(), updatedAt: z.string(), isActive: z.literal(false) });

export const parcelRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/parceltemplates",
    tag,
    summary: "List parcel templates.",
    shape: "whole",
    answer: parcelTemplateSchema,
    run: ({ deps, actor }) => listParcelTemplates(deps, actor),
  }),
  route({
    method: "POST",
    path: "/parceltemplates",
    tag,
    summary: "Create a parcel template.",
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
    shape: "one",
    params,
    errors: ["E2012"],
    answer: deletedSchema,
    run: ({ deps, actor }, { params: p }) => {
      deleteParcelTemplate(deps, actor, p.parcelTemplateID);
      return { id: NIL_UUID, createdAt: ZERO_DATE, updatedAt: ZERO_DATE, isActive: false as const };
    },
  }),
];
