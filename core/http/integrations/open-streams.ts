/**
 * Tracks open event streams: limits their number per token, per organization and in total, and ends
 * a stream when its token ends.
 */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../actor.ts";
import type { HttpDeps } from "../deps.ts";

const PER_TOKEN = 8;
const PER_ORGANIZATION = 32;
const ALL = 256;
/**
 * Number of streams that an organization may always open, however many streams other organizations
 * have.
 */
const SHARE = 8;
const CHECK_MS = 500;

export type OpenStream = {
  readonly actor: Actor;
  /** Ends the stream when its token may no longer open it. Never throws. */
  readonly check: () => void;
};

export type OpenStreams = {
  /**
   * Requires that the actor may open another stream.
   *
   * @throws AppError E2005 when a limit is reached.
   */
  checkRoom(actor: Actor): void;
  /**
   * Queues work that may take a moment; all streams together run one piece per turn of the loop.
   * `run` must not throw.
   */
  inTurn(run: () => void): void;
  add(stream: OpenStream): void;
  delete(stream: OpenStream): void;
};

const stations = new WeakMap<HttpDeps, OpenStreams>();

/** Returns the open streams of this station; the first call creates the tracker. */
export function streamsOf(deps: HttpDeps): OpenStreams {
  const known = stations.get(deps);
  if (known !== undefined) return known;
  const made = createOpenStreams();
  stations.set(deps, made);
  return made;
}

function createOpenStreams(): OpenStreams {
  const open = new Set<OpenStream>();
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) setImmediate(next);
  };
  let timer: NodeJS.Timeout | undefined;
  const count = (isCounted: (stream: OpenStream) => boolean): number =>
    [...open].filter(isCounted).length;
  return {
    checkRoom(actor) {
      const ofToken = count((one) => one.actor.token?.id === actor.token?.id);
      const ofOrganization = count((one) => one.actor.organizationID === actor.organizationID);
      if (ofToken >= PER_TOKEN)
        throw errors.tooManyRequests(
          `This token has ${PER_TOKEN} event streams open. Close one, or use one stream for all.`,
          { retryAfter: 1 },
        );
      if (ofOrganization >= PER_ORGANIZATION || (open.size >= ALL && ofOrganization >= SHARE))
        throw errors.tooManyRequests("Too many event streams are open. Close one.", {
          retryAfter: 1,
        });
    },
    inTurn(run) {
      waiting.push(run);
      if (waiting.length === 1) setImmediate(next);
    },
    add(stream) {
      open.add(stream);
      timer ??= setInterval(() => [...open].forEach((one) => one.check()), CHECK_MS).unref();
    },
    delete(stream) {
      open.delete(stream);
      if (open.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
