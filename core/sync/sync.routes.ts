/** Routes of /station/sync. */
import { errors } from "../base/errors.ts";
import type { Actor } from "../http/actor.ts";
import { serve, type Route } from "./route.ts";
import * as api from "./sync.api.ts";
import type { Sync } from "./sync.service.ts";
import { visibleStatus } from "./visible-status.ts";

/**
 * Creates the routes of sync.
 *
 * @param sync Sync of this station.
 */
export function syncRoutes(
  sync: Pick<
    Sync,
    "status" | "join" | "name" | "invite" | "revoke" | "leave" | "hubServer" | "beHub"
  >,
): readonly Route[] {
  return [
    serve(api.getSyncStatus, ({ deps, actor }) => visibleStatus(deps, actor, sync.status())),
    serve(api.joinHub, async ({ actor }, { body }) => {
      requireDesk(actor);
      await sync.join(body.code);
      return sync.status();
    }),
    serve(api.joinServer, async ({ actor }, { body: { authority, ...body } }) => {
      requireDesk(actor);
      await sync.join({ ...body, ...(authority === undefined ? {} : { authority }) });
      return sync.status();
    }),
    serve(api.nameStation, (_, { body }) => {
      sync.name(body.name);
      return sync.status();
    }),
    serve(api.inviteStations, ({ actor }, { body }) => {
      requireDesk(actor);
      return sync.invite(body);
    }),
    serve(api.revokeStation, async ({ actor }, { params }) => {
      requireDesk(actor);
      await sync.revoke(params.stationID);
      return sync.status();
    }),
    serve(api.leaveHub, async ({ actor }, { body }) => {
      requireDesk(actor);
      await sync.leave(body.keepOrganization);
      return sync.status();
    }),
    serve(api.findHubServer, () => sync.hubServer()),
    serve(api.startHubServer, async ({ actor }, { body }) => {
      requireDesk(actor);
      await sync.beHub(body);
      return sync.status();
    }),
  ];
}

/** Requires a person at this station, because people decide which stations work together. */
function requireDesk(actor: Actor): void {
  if (actor.via !== "desk") throw errors.notAuthorised();
}
