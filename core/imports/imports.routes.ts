/** /station/imports */
import { serve, type Route } from "../http/route.ts";
import { importOrders } from "./import-orders.ts";
import * as api from "./imports.api.ts";
import { gone, type OrderFiles } from "./order-file.ts";
import { createRunningImports } from "./running-imports.ts";

/** @throws AppError E2005 when the caller has disconnected, E2001 or E1055 when its token has ended. */
async function checkCaller(isGone: () => Promise<boolean>, checkAgain: () => void): Promise<void> {
  if (await isGone()) throw gone();
  checkAgain();
}

/** @param files Reads order files in a thread of its own. */
export function importRoutes(files: OrderFiles): readonly Route[] {
  const imports = createRunningImports();
  return [
    serve(
      api.importOrders,
      ({ deps, actor, bytes, isGone, checkAgain }, { query }) =>
        imports.during(actor.organizationID, query.importID, (running) => importOrders(deps, actor, files, { body: bytes, running, checkCaller: () => checkCaller(isGone, checkAgain) })),
      { repeat: "again" }, // an order is taken once by its number, from any file
    ),
    serve(api.getImportProgress, ({ actor }, { params }) => imports.progress(actor.organizationID, params.importID)),
    serve(api.stopImport, ({ actor }, { params }) => imports.stop(actor.organizationID, params.importID)),
  ];
}
