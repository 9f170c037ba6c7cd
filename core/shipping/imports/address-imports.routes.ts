/** Serves /station/addresses/imports and /station/addresses/export. */
import { requireWholeBook } from "../addresses/address-book.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./address-imports.api.ts";
import { callersCheck } from "./check-caller.ts";
import { exportAsCsv, exportAsWorkbook } from "./export-addresses.ts";
import type { AddressFiles } from "./import-addresses.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Creates the routes. @param files Reads address files in a separate thread. */
export const addressImportRoutes = (files: AddressFiles): readonly Route[] => [
  serve(
    api.checkAddressFile,
    ({ deps, actor, bytes, ...caller }, { query }) =>
      files.check(deps, actor, {
        body: bytes,
        isRecipient: query.isRecipient,
        checkCaller: callersCheck(caller),
      }),
    { repeat: "again" },
  ),
  serve(
    api.takeAddressFile,
    ({ deps, actor, ...caller }, { params, body }) =>
      files.take(deps, actor, params.id, {
        atMost: body.atMost,
        checkCaller: callersCheck(caller),
      }),
    { repeat: "again" },
  ),
  serve(api.exportAddresses, async ({ deps, actor, callersReader }, { query }) => {
    await requireWholeBook(deps);
    const own = { ...deps, reader: callersReader() };
    const name = query.isRecipient ? "recipients" : "senders";
    if (query.format === "xlsx")
      return { bytes: exportAsWorkbook(own, actor, query), type: XLSX, fileName: `${name}.xlsx` };
    return {
      bytes: exportAsCsv(own, actor, query),
      type: "text/csv; charset=utf-8",
      fileName: `${name}.csv`,
    };
  }),
];
