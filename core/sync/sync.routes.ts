/** /station/sync */
import { AppError } from "../base/errors.ts";
import { serve, type Route } from "../http/route.ts";
import * as api from "./sync.api.ts";
import type { Sync } from "./sync.service.ts";

/** @param sync Of this station. */
export function syncRoutes(sync: Pick<Sync, "status" | "join">): readonly Route[] {
  return [
    serve(api.getSyncStatus, () => sync.status()),
    serve(api.joinHub, async ({ actor }, { body }) => {
      if (actor.via !== "desk") throw new AppError("E1055");
      await sync.join(body.code);
      return sync.status();
    }),
  ];
}
