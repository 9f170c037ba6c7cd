/** /station/audit */
import { serve, type Route } from "../http/route.ts";
import * as api from "./audit.api.ts";
import { exportAudit, listAudit } from "./audit.service.ts";

/** Of the actor's organization. */
export const auditRoutes: readonly Route[] = [
  serve(api.listAudit, ({ deps, actor }, { query }) => listAudit(deps, actor, query)),
  serve(api.exportAudit, ({ deps, actor }, { query }) => exportAudit(deps, actor, query)),
];
