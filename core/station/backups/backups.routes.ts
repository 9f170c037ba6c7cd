/** /station/backup, /station/backups, /station/restores */
import { serve, type Route } from "../route.ts";
import * as api from "./backups.api.ts";
import type { Backups } from "./backups.ts";
import { listBackups, previewBackup, restoreBackup } from "./restore.ts";

/**
 * Creates the routes of backups.
 *
 * @param backups Backups of this station.
 * @param restart Restarts the station after the response has been sent.
 */
export function backupRoutes(backups: Backups, restart: () => void): readonly Route[] {
  return [
    serve(api.getBackup, ({ deps }) => backups.read(deps)),
    serve(api.startBackup, ({ deps, actor }, { body }) => backups.start(deps, actor, body)),
    serve(api.changeNightlyBackup, ({ deps, actor }, { body }) =>
      backups.setNightly(deps, actor, body),
    ),
    serve(api.stopBackup, ({ deps }) => backups.stop(deps)),
    serve(api.listBackups, ({ deps, actor }, { query }) => listBackups(deps, actor, query.folder)),
    serve(api.previewBackup, ({ deps, actor }, { params, query }) =>
      previewBackup(deps, actor, query.folder, params.name),
    ),
    serve(api.restoreBackup, async ({ deps, actor }, { body }) => {
      const restored = await restoreBackup(deps, actor, body);
      restart();
      return restored;
    }),
  ];
}
