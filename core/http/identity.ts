/**
 * Who is asking. The desk's window comes in with its identity in AsyncLocalStorage, set here by the IPC door alone;
 * everybody else brings a bearer token. No header can claim to be the desk.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { AppError } from "../base/errors.ts";
import type { Actor, Deps } from "../deps.ts";
import { findActorByTokenHash } from "../organizations/api-tokens.ts";
import type { RateLimit } from "./rate-limit.ts";

const desk = new AsyncLocalStorage<Actor>();

/** Runs `run` as the member at the desk. */
export function asDesk<T>(actor: Actor, run: () => T): T {
  return desk.run(actor, run);
}

/** Whether the current call comes from the desk's own window. */
export function isDesk(): boolean {
  return desk.getStore() !== undefined;
}

/**
 * @param authorization The Authorization header.
 * @param ip The caller's address, for tokens bound to some.
 * @throws AppError E2001 without a known token, E1055 with one that may not be used from here or any more, E2005 when
 *   an address has tried too many.
 */
export function identify(deps: Deps, limit: RateLimit, authorization: string | undefined, ip: string): Actor {
  const member = desk.getStore();
  if (member !== undefined) return member;
  const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
  const actor = token === undefined ? undefined : findActorByTokenHash(deps, hashToken(token), ip);
  if (actor !== undefined) return actor;
  if (token !== undefined) limit.countFailedLogin(ip);
  throw new AppError("E2001");
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
