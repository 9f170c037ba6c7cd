/** /station/imports */
import { serve, type Route } from "../http/route.ts";
import { importOrders } from "./import-orders.ts";
import * as api from "./imports.api.ts";
import { gone, type OrderFiles } from "./order-file.ts";

/** @throws AppError E2005 when the caller has disconnected, E2001 or E1055 when its token has ended. */
async function checkCaller(isGone: () => Promise<boolean>, checkAgain: () => void): Promise<void> {
  if (await isGone()) throw gone();
  checkAgain();
}

/** @param files Reads order files in a thread of its own. */
export const importRoutes = (files: OrderFiles): readonly Route[] => [
  serve(api.importOrders, ({ deps, actor, bytes, isGone, checkAgain }) => importOrders(deps, actor, files, { body: bytes, checkCaller: () => checkCaller(isGone, checkAgain) }), {
    repeat: "again", // an order is taken once by its number, whatever file it comes in
  }),
];
