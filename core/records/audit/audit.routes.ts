/** /station/audit */
import { serve, type Route } from "../route.ts";
import * as api from "./audit.api.ts";
import { exportAudit, listAudit } from "./audit.service.ts";

/** Routes of the audit log of the actor's organization. */
export const auditRoutes: readonly Route[] = [
  serve(api.listAudit, ({ deps, actor, callersReader }, { query }) =>
    listAudit({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.exportAudit, ({ deps, actor, callersReader }, { query }) =>
    exportAudit({ ...deps, reader: callersReader() }, actor, query),
  ),
];
