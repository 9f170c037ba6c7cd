/**
 * Identifies callers. The desk's window calls by `inject()` with a ticket that the IPC door made
 * for that one call; every other caller needs a bearer token, except at open endpoints. An identity
 * belongs to one request: no timer, listener or stream that outlives the request can inherit it.
 */
import { createHash, randomBytes } from "node:crypto";
import { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { errors } from "../base/errors.ts";
import { leftOrganizations } from "../db/left-organizations.ts";
import type { Actor } from "./actor.ts";
import type { HttpDeps } from "./deps.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { isLead, requireLead } from "./lead-act.ts";

const TICKET_HEADER = "x-packbench-ticket";

type Ticket = { readonly headers: Readonly<Record<string, string>>; discard(): void };

export type Tickets = {
  /**
   * Makes a ticket for one call of `inject()`. The caller must discard the ticket after the call,
   * even if nothing took it.
   */
  issue(actor: Actor): Ticket;
  /**
   * Takes the ticket of a call, and returns the actor that it was issued to. A second call finds no
   * ticket.
   *
   * @returns Undefined for a call over a socket, and for a call without a ticket.
   */
  take(request: FastifyRequest): Actor | undefined;
};

/** Creates the keeper of this process's tickets; each ticket can be taken once. */
export function createTickets(): Tickets {
  const issued = new Map<string, Actor>();
  return {
    issue(actor) {
      const ticket = randomBytes(24).toString("base64url");
      issued.set(ticket, actor);
      return { headers: { [TICKET_HEADER]: ticket }, discard: () => void issued.delete(ticket) };
    },
    take(request) {
      const ticket = request.headers[TICKET_HEADER];
      // A ticket that came over a socket was not issued by the IPC door.
      if (typeof ticket !== "string" || request.raw.socket instanceof Socket) return undefined;
      const actor = issued.get(ticket);
      issued.delete(ticket);
      return actor;
    },
  };
}

/**
 * Finds the member that a token belongs to.
 *
 * @param ip The caller's address.
 * @returns Undefined for an unknown token.
 * @throws AppError E1055 when the token may not be used from this address or has ended.
 */
export type FindActor = (tokenHash: string, ip: string) => Actor | undefined;

/**
 * Identifies the member that a bearer token belongs to; reads the member at each call.
 *
 * @param authorization The Authorization header.
 * @param ip The caller's address, for tokens bound to addresses.
 * @throws AppError E2001 without a known token, E1055 with a token that may not be used from this
 *   address or has ended.
 */
export type Identify = (authorization: string | undefined, ip: string) => Actor;

/** Makes `Identify` from a look-up by the token's hash. */
export function identifyBy(findActor: FindActor): Identify {
  return (authorization, ip) => {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
    const actor = token === undefined ? undefined : findActor(hashToken(token), ip);
    if (actor === undefined) throw errors.tokenNeeded();
    return actor;
  };
}

/**
 * Requires that a caller may use a route.
 *
 * @throws AppError E1055 when this caller may not use this route; E2241 and E2242 at a desk where
 *   members sign in.
 */
export function checkAccess(
  deps: Pick<HttpDeps, "desk" | "db">,
  endpoint: Pick<AnyEndpoint, "access" | "atDesk" | "method" | "scope">,
  actor: Actor,
): void {
  const { access, method, scope } = endpoint;
  if (actor.token !== undefined) checkScopes(actor.token, { method, scope });
  // Members still sign in at a station that has left, since they could not read anything otherwise.
  if (
    method !== "GET" &&
    endpoint.atDesk !== "always" &&
    leftOrganizations(deps.db).has(actor.organizationID)
  )
    throw errors.notAuthorised(
      "This station has left the organization, which is at other stations now: here it can only be read.",
    );
  checkSignIn(endpoint, actor);
  const isAdmin = isLead(actor);
  if (access === "admin" && !isAdmin) throw errors.notAuthorised();
  if (actor.via === "desk") return;
  const isHome = actor.organizationID === deps.desk.organizationID();
  if (access === "home" && !isHome)
    throw errors.notAuthorised(
      "This station belongs to another organization: its desk and printers are not for this token.",
    );
  if (access === "station" && !(isHome && isAdmin))
    throw errors.notAuthorised(
      "This belongs to the desk, or to an owner or admin of the desk's organization.",
    );
}

/**
 * Requires that a member who has signed in at the desk may use a route.
 *
 * @throws AppError E2241 while the desk is locked, E2242 for an act that a lead may allow, E1055.
 */
function checkSignIn(
  { access, atDesk }: Pick<AnyEndpoint, "access" | "atDesk">,
  actor: Actor,
): void {
  if (actor.signIn === undefined || atDesk === "always") return;
  if (actor.signIn === "locked") throw errors.deskLocked();
  if (atDesk === "owner" && actor.role !== "owner")
    throw errors.notAuthorised("Only an owner may do this at the desk.");
  if (atDesk === "leave") return requireLead(actor, "beyond");
  const isForLeads = atDesk === "lead" || access === "station" || access === "admin";
  if (isForLeads && !isLead(actor))
    throw errors.notAuthorised("Only a lead may do this: an owner or admin.");
}

function checkScopes(
  { canWrite, canRead, prints }: NonNullable<Actor["token"]>,
  { method, scope }: { readonly method: string; readonly scope: "print" | undefined },
): void {
  if (canWrite || (canRead && method === "GET") || (prints !== "nothing" && scope === "print"))
    return;
  throw errors.notAuthorised(
    prints === "nothing" ? "This token may only read." : "This token may only print.",
  );
}

/** Hashes a token's text with SHA-256, hex. Only the hash is stored. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
