/** Lets the desk call the same app as other programs, as a member, without token or port. */
import type { FastifyInstance } from "fastify";
import type { Actor, PagePlaces } from "./actor.ts";
import type { Tickets } from "./identity.ts";
import { API_PREFIX } from "./api-prefix.ts";
import { jsonPayload } from "./json-payload.ts";

/** Matches the name in the Content-Disposition header of a file. */
const FILE_NAME = /filename="([^"]+)"/;

type CoreAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
};
export type CoreRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /**
   * Member for whom the station itself acts. Absent: the window acts, for the member who is signed
   * in at the desk.
   */
  readonly memberID?: string;
  /** Set for calls of the window's page; states which programs and paths the page may name. */
  readonly page?: PagePlaces;
};
export type DeskDoor = (request: CoreRequest) => Promise<CoreAnswer>;

/**
 * Opens the door by which the window calls the app.
 *
 * @param actorOf Finds the acting member: the named one, or who is signed in at the desk. Throws
 *   before the core has started.
 * @param ownPlaces Paths that the station itself states, such as the folder of its backups.
 * @returns A function that sends a request of the window to the app and returns its answer.
 */
export function openDeskDoor(
  app: FastifyInstance,
  tickets: Tickets,
  actorOf: (request: CoreRequest) => Actor,
  ownPlaces: () => readonly string[],
): DeskDoor {
  return async (request) => {
    const { method, path, body, page } = request;
    const desk = actorOf(request);
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
