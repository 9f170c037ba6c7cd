/** The desk's door: the same app as programs use, as a member, with no token and no port. */
import type { FastifyInstance } from "fastify";
import type { Deps, PagePlaces } from "./deps.ts";
import type { Tickets } from "./http/identity.ts";
import { API_PREFIX } from "./http/api-prefix.ts";
import { jsonPayload } from "./http/json-payload.ts";
import { deskActor } from "./organizations/organizations.service.ts";

/** Of the header that a file is answered with. */
const FILE_NAME = /filename="([^"]+)"/;

type CoreAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
};
type CoreRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly memberID?: string;
  /** Set for calls of the window's page: which programs and paths it may name. */
  readonly page?: PagePlaces;
};
export type DeskDoor = (request: CoreRequest) => Promise<CoreAnswer>;

/**
 * @param memberOf The desk's member, once the core has been started. @param ownPlaces Paths that
 *   the station states itself, such as the folder of its backups.
 * @returns Answers a request as it answers a program's.
 * @throws Error before the start.
 */
export function openDeskDoor(
  app: FastifyInstance,
  deps: Deps,
  tickets: Tickets,
  memberOf: () => string | undefined,
  ownPlaces: () => readonly string[],
): DeskDoor {
  return async ({ method, path, body, memberID, page }) => {
    const member = memberID ?? memberOf();
    if (member === undefined) throw new Error("the core has not been started");
    const desk = deskActor(deps, member);
    const actor =
      page === undefined
        ? desk
        : { ...desk, page: { isKiosk: page.isKiosk, chosen: [...page.chosen, ...ownPlaces()] } };
    const payload = body === undefined ? {} : { payload: await jsonPayload(body) };
    const ticket = tickets.issue(actor);
    try {
      const response = await app.inject({
        method,
        url: `${API_PREFIX}${path}`,
        headers: { "content-type": "application/json", ...ticket.headers },
        ...payload,
      });
      const status = response.statusCode;
      const name = FILE_NAME.exec(String(response.headers["content-disposition"] ?? ""))?.[1];
      if (name !== undefined)
        return { status, body: null, file: { name, bytes: response.rawPayload } };
      return { status, body: response.rawPayload.length === 0 ? null : response.json<unknown>() };
    } finally {
      ticket.discard();
    }
  };
}
