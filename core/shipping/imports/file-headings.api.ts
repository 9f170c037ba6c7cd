/** /station/imports/headings: reads the headings of an order file. */
import { endpoint } from "../../http/endpoint.ts";
import { fileHeadingsSchema } from "./file-headings.schema.ts";
import { importInputSchema, LARGEST_BODY } from "./imports.schema.ts";

export const readFileHeadings = endpoint({
  id: "readFileHeadings",
  method: "POST",
  path: "/station/imports/headings",
  tag: "Station",
  summary:
    "Read only the headings of an order file, with up to three cells below each and a guess of its columns. Imports nothing.",
  access: "member",
  shape: "one",
  bodyLimit: LARGEST_BODY,
  wholeBody: true,
  body: importInputSchema,
  errors: ["E2029"],
  answer: fileHeadingsSchema,
});
