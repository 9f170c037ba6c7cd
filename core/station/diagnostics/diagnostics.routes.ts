/** /station/diagnostics */
import type { LogRing } from "../../base/log-ring.ts";
import type { Policy } from "../../base/policy.ts";
import { serve, type Route } from "../route.ts";
import type { PrinterWatch } from "../../printing/watch-printer.ts";
import type { Backups } from "../backups/backups.ts";
import * as api from "./diagnostics.api.ts";
import { readDiagnostics } from "./diagnostics.ts";

/**
 * Creates the routes of diagnostics.
 *
 * @param parts Parts of the station that report their state; `version`: version of the product.
 */
export function diagnosticsRoutes(parts: {
  readonly watch: PrinterWatch;
  readonly backups: Backups;
  readonly faults: LogRing;
  readonly version: string;
  readonly policy: Policy;
}): readonly Route[] {
  return [serve(api.getDiagnostics, ({ deps, actor }) => readDiagnostics(deps, actor, parts))];
}
