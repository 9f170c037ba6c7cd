/** /station/backup */
import { serve, type Route } from "../http/route.ts";
import * as api from "./backup.api.ts";
import type { Backups } from "./backup.ts";

/** @param backups The one that runs, for this station. */
export function backupRoutes(backups: Backups): readonly Route[] {
  return [
    serve(api.getBackup, ({ deps }) => backups.read(deps)),
    serve(api.startBackup, ({ deps, actor }, { body }) => backups.start(deps, actor, body)),
    serve(api.stopBackup, ({ deps }) => backups.stop(deps)),
  ];
}
