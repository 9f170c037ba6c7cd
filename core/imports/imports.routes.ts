/** /station/imports */
import { route, type Route } from "../http/route.ts";
import { importOrders } from "./import-orders.ts";
import { importInputSchema, importResultSchema } from "./imports.schema.ts";

const LARGEST_FILE = 32 * 1024 * 1024;

export const importRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/station/imports",
    tag: "Station",
    summary: "Import an order file (CSV): good rows become waiting orders, bad rows are listed.",
    shape: "one",
    bodyLimit: LARGEST_FILE,
    keepsBody: false,
    body: importInputSchema,
    errors: ["E2029", "E1068"],
    answer: importResultSchema,
    repeat: "again", // an order is taken once by its number, whatever file it comes in
    run: ({ deps, actor }, { body }) => importOrders(deps, actor, { fileName: body.fileName, bytes: Buffer.from(body.content, "base64") }),
  }),
];
