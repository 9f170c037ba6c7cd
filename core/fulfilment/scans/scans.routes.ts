/** Serves scans that are entered, carriers' status files, and the codes in them. */
import { callersCheck } from "../../shipping/imports/check-caller.ts";
import { listStatusFiles } from "../../shipping/tracking/tracking.service.ts";
import { serve, type Route } from "../route.ts";
import { enterScans } from "./enter-scans.ts";
import * as api from "./scans.api.ts";
import { listCodes, mapCodes } from "./status-codes.ts";
import * as filesApi from "./status-files.api.ts";
import type { StatusFiles } from "./status-files.ts";

/** The most applied files that are listed. */
const MOST_FILES = 20;

/** Creates the routes. @param files Reads status files in a separate thread. */
export const scanRoutes = (files: StatusFiles): readonly Route[] => [
  serve(api.enterScans, ({ deps, actor }, { params, body }) =>
    enterScans(deps, actor, params.shipmentID, body),
  ),
  serve(
    filesApi.checkStatusFile,
    ({ deps, actor, bytes, ...caller }, { query }) =>
      files.check(deps, actor, {
        body: bytes,
        providerCode: query.providerCode,
        places: query.columns,
        checkCaller: callersCheck(caller),
      }),
    { repeat: "again" },
  ),
  serve(
    filesApi.applyStatusFile,
    ({ deps, actor, ...caller }, { params, body }) =>
      files.apply(deps, actor, params.id, {
        atMost: body.atMost,
        checkCaller: callersCheck(caller),
      }),
    { repeat: "again" },
  ),
  serve(filesApi.listAppliedFiles, ({ deps, actor }) => ({
    list: listStatusFiles(deps.db, actor.organizationID, MOST_FILES).map((row) => ({
      id: row.id,
      createdAt: row.createdAt,
      providerCode: row.providerCode,
      name: row.name,
      rows: row.rowCount,
      recorded: row.recorded,
      by: row.memberName,
    })),
  })),
  serve(filesApi.listStatusCodes, ({ deps, actor }, { query }) =>
    listCodes(deps, actor, query.providerCode),
  ),
  serve(filesApi.mapStatusCodes, ({ deps, actor }, { body }) => mapCodes(deps, actor, body)),
];
