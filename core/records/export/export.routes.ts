/** /station/export */
import { serve, type Route } from "../route.ts";
import * as api from "./export.api.ts";
import { exportOrganization, exportToFile } from "./export-organization.ts";

export const exportRoutes: readonly Route[] = [
  serve(api.exportEverything, ({ deps, actor, callersReader }, { query }) => ({
    bytes: exportOrganization(deps, callersReader(), actor.organizationID, query.format),
    type: "application/zip",
    fileName: `packbench-${deps.now().slice(0, 10)}-${query.format}.zip`,
  })),
  serve(api.exportToFile, ({ deps, actor }, { body }) => exportToFile(deps, actor, body), {
    repeat: "again",
  }),
];
