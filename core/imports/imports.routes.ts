/** /station/imports */
import { route, type Route } from "../http/route.ts";
import { importOrders } from "./import-orders.ts";
import { gone, type OrderFiles } from "./order-file.ts";
import { importInputSchema, importResultSchema } from "./imports.schema.ts";

/** Of the whole body: a file of 16 MiB as base64, and its name. A file that is a little larger gets a refusal with the limits. */
const LARGEST_BODY = 22 * 1024 * 1024;

/** @throws AppError E2005 when the caller has gone, E2001 or E1055 when its token has ended. */
async function checkCaller(isGone: () => Promise<boolean>, checkAgain: () => void): Promise<void> {
  if (await isGone()) throw gone();
  checkAgain();
}

export const importRoutes = (files: OrderFiles): readonly Route[] => [
  route({
    method: "POST",
    path: "/station/imports",
    tag: "Station",
    summary: "Import an order file (CSV): good rows become waiting orders, bad rows are listed.",
    access: "member",
    shape: "one",
    bodyLimit: LARGEST_BODY,
    wholeBody: true, // parsing it takes longer than others may wait
    body: importInputSchema,
    errors: ["E2029", "E1068"],
    answer: importResultSchema,
    repeat: "again", // an order is taken once by its number, whatever file it comes in
    run: ({ deps, actor, bytes, isGone, checkAgain }) => importOrders(deps, actor, files, { body: bytes, checkCaller: () => checkCaller(isGone, checkAgain) }),
  }),
];
