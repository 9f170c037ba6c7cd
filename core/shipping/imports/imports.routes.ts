/** Serves /station/imports. */
import { serve, type Route } from "../route.ts";
import { callersCheck } from "./check-caller.ts";
import { fileSources } from "../sources/order-sources.service.ts";
import { readFileHeadings } from "./file-headings.api.ts";
import { importOrders } from "./import-orders.ts";
import * as api from "./imports.api.ts";
import { mendRows } from "./mend-rows.ts";
import type { OrderFiles } from "./order-file.ts";
import { createRefusedFiles, saveRefused } from "./refused-rows.ts";
import { createRunningImports } from "./running-imports.ts";

/** Creates the routes. @param files Reads order files in a separate thread. */
export function importRoutes(files: OrderFiles): readonly Route[] {
  const imports = createRunningImports();
  const refused = createRefusedFiles();
  return [
    serve(
      api.importOrders,
      ({ deps, actor, bytes, ...caller }, { query }) =>
        imports.during(actor.organizationID, query.importID, (running) =>
          importOrders(deps, actor, files, {
            body: bytes,
            source: query.source,
            running,
            checkCaller: callersCheck(caller),
            keep: (file) =>
              query.importID !== undefined && refused.keep(actor, query.importID, file),
          }),
        ),
      { repeat: "again" }, // an order is imported once by its number, from any file
    ),
    serve(
      readFileHeadings,
      ({ deps, actor, bytes, ...caller }) =>
        files.look({
          organizationID: actor.organizationID,
          body: bytes,
          sources: fileSources(deps, actor, undefined),
          checkCaller: callersCheck(caller),
        }),
      { repeat: "again" },
    ),
    serve(api.saveRefusedRows, ({ actor }, { params, query }) => ({
      bytes: saveRefused(refused.get(actor, params.importID), query.language),
      type: "text/csv; charset=utf-8",
      fileName: "refused-rows.csv",
    })),
    serve(
      api.mendRefusedRows,
      ({ deps, actor, ...caller }, { params, body }) =>
        mendRows(deps, actor, refused.get(actor, params.importID), {
          rows: body.rows,
          checkCaller: callersCheck(caller),
        }),
      { repeat: "again" },
    ),
    serve(api.getImportProgress, ({ actor }, { params }) =>
      imports.progress(actor.organizationID, params.importID),
    ),
    serve(api.stopImport, ({ actor }, { params }) =>
      imports.stop(actor.organizationID, params.importID),
    ),
  ];
}
