/**
 * Idempotency-Key: the same POST under the same key is done once, and each repeat gets the same
 * answer.
 *
 * A key is bound to its member, method, path and body. Where an operation is one transaction, its
 * answer is kept in that transaction. A purchase that asks a carrier is several: its first
 * transaction keeps the transaction's id, and a repeat whose first answer was lost is answered from
 * that transaction. So no crash can leave a key that does a thing twice.
 *
 * Where stations share an organization, a key is noted at the hub first, so that it holds at all of
 * them (`shared-keys.ts`).
 */
import { createHash, subtle } from "node:crypto";
import { errors } from "../base/errors.ts";
import { objectSchema, parseJson } from "../base/json.ts";
import { inSharedTransaction } from "../db/shared-transaction.ts";
import type { Actor } from "./actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { HttpDeps } from "./deps.ts";
import { API_PREFIX } from "./api-prefix.ts";
import { failureSchema } from "./envelope.schema.ts";
import { deleteKeysBefore, findKey, writeAnswer, writeSubject } from "./idempotency.store.ts";

const KEPT_DAYS = 30;
/**
 * Fields that only the first answer contains; they are not stored. A webhook's header value is a
 * text in every answer.
 */
const ONCE_ONLY = { token: null, signingSecret: null, headerValue: "***" } as const;
const HAS_ONCE_ONLY = new RegExp(`"(${Object.keys(ONCE_ONLY).join("|")})":"`);
/** These were not tried, or their outcome is not known: a repeat tries again. */
const UNDECIDED_STATUSES: readonly number[] = [401, 413, 415, 429];
const UNDECIDED_CODES: readonly unknown[] = [
  "E2007",
  "E2008",
  "E2009",
  "E2036",
  "E2059",
  "E2131",
  "E2132",
  "E2133",
  "E2134",
  "E2135",
  "E2155",
];

/**
 * `memberID`: a member, or a token that has its own keys. `role`: a member who sees less by now is
 * not answered with what it saw then.
 */
type KeyedRequest = {
  readonly memberID: string;
  readonly role: Actor["role"];
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
};

/** One call under a key, while it runs. */
export type KeyedCall = {
  /** What an earlier call made whose answer was not kept; it is answered from that. */
  readonly subjectID: string | null;
  /** Keeps the key with what was made. Inside the transaction that makes it. */
  keep(subjectID: string): void;
  /**
   * Runs a synchronous operation and keeps its answer in the same transaction.
   * @returns What it gave, once both are durable.
   */
  inOneCommit(status: number, run: () => unknown): Promise<unknown>;
  /**
   * The answer is about to leave: kept if it is decided and not kept yet; the next in line may go
   * on. Never rejects.
   */
  end(status: number, body: string): Promise<void>;
};

type KeyedAnswer = { readonly status: number; readonly body: string };

export type Idempotency = {
  /**
   * Waits while the same call is in flight.
   *
   * @returns The kept answer, or the call to run.
   * @throws AppError E1085 for a key of another length, E2007 for a key used with another request,
   *   E2156 while another station has it.
   */
  begin(
    request: KeyedRequest,
  ): Promise<{ readonly answer: KeyedAnswer } | { readonly call: KeyedCall }>;
};

/** @returns The keys of this station; calls in flight are known to this process only. */
export function createIdempotency(
  deps: WriteDeps & Pick<HttpDeps, "faultPoint" | "sharedKeys">,
): Idempotency {
  const inFlight = new Map<string, { readonly hash: string; readonly ended: Promise<void> }>();

  return {
    async begin(request) {
      const { memberID, key } = request;
      if (key.length < 1 || key.length > 255)
        throw errors.badRequest("Idempotency-Key: must have 1 to 255 characters.");
      const of = { memberID, key };
      const hash = await hashOf(request);
      const name = `${memberID} ${key}`;
      for (let first = inFlight.get(name); first !== undefined; first = inFlight.get(name)) {
        if (first.hash !== hash) throw errors.idempotencyKeyReused();
        await first.ended;
      }
      const row = findKey(deps.db, of);
      if (row !== undefined && row.request_hash !== hash) throw errors.idempotencyKeyReused();
      if (row !== undefined && row.status !== null)
        return { answer: { status: row.status, body: row.body ?? "" } };
      const ended = Promise.withResolvers<void>();
      inFlight.set(name, { hash, ended: ended.promise });
      const release = (): void => {
        inFlight.delete(name);
        ended.resolve();
      };
      try {
        const claimed = isOfStation(request.path)
          ? undefined
          : await deps.sharedKeys.claim(name, hash);
        if (claimed === undefined || claimed.is === "first")
          return {
            call: callOf(
              deps,
              { ...of, hash, subjectID: row?.subject_id ?? null },
              { release, share: claimed?.end ?? (() => {}) },
            ),
          };
        if (claimed.hash !== hash) throw errors.idempotencyKeyReused();
        if (claimed.is === "under way" || claimed.answer === undefined)
          throw errors.idempotencyKeyElsewhere();
        release();
        return { answer: claimed.answer };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** What belongs to one station, such as its printers: a key holds at that station alone. */
function isOfStation(path: string): boolean {
  return path.startsWith(`${API_PREFIX}/station/`);
}

/**
 * @param ends.share Says what came of it to the other stations; undefined: nothing that a repeat
 *   would do twice.
 */
function callOf(
  deps: WriteDeps & Pick<HttpDeps, "faultPoint">,
  of: { memberID: string; key: string; hash: string; subjectID: string | null },
  {
    release,
    share,
  }: { readonly release: () => void; readonly share: (answer: KeyedAnswer | undefined) => void },
): KeyedCall {
  const { memberID, key, hash, subjectID } = of;
  let kept = false;
  /** Reads the stored key: a rolled back transaction has removed what `keep` wrote. */
  const isMade = (): boolean =>
    subjectID !== null || (findKey(deps.db, of)?.subject_id ?? null) !== null;
  return {
    subjectID,
    keep(made) {
      writeSubject(deps.db, { memberID, key, hash, subjectID: made, at: deps.now() });
    },
    async inOneCommit(status, run) {
      const answer = await inSharedTransaction(deps, () => {
        const made = run();
        if (made instanceof Promise) {
          made.catch(() => {});
          throw new Error("a route that is not one transaction needs `repeat`");
        }
        keepAnswer(deps, of, { status, body: JSON.stringify(made) });
        return made;
      });
      kept = true;
      deps.faultPoint("answer.kept");
      return answer;
    },
    async end(status, body) {
      try {
        const isFinal = isDecided(status, body);
        // Of what was made and has no answer yet its own station alone knows more: the others go on
        // waiting.
        if (isFinal || !isMade())
          share(isFinal ? { status, body: withoutOnceOnly(body) } : undefined);
        if (kept || !isFinal) return;
        await inSharedTransaction(deps, () => keepAnswer(deps, of, { status, body }));
        deps.faultPoint("answer.kept");
      } catch (error) {
        // What was made stands, and a repeat is answered from it; this caller need not lose its
        // answer for that.
        deps.log.error({ err: error }, "an answer could not be kept under its key");
      } finally {
        release();
      }
    },
  };
}

function keepAnswer(
  deps: Pick<HttpDeps, "db" | "now">,
  { memberID, key, hash }: { memberID: string; key: string; hash: string },
  { status, body }: KeyedAnswer,
): void {
  writeAnswer(deps.db, {
    memberID,
    key,
    hash,
    status,
    body: withoutOnceOnly(body),
    at: deps.now(),
  });
}

/**
 * Deletes keys older than 30 days.
 * @returns How many: fewer than `atMost` when there are no more.
 */
export function forgetOldKeys(deps: Pick<HttpDeps, "db" | "now">, atMost = 500): number {
  return deleteKeysBefore(
    deps.db,
    new Date(Date.parse(deps.now()) - KEPT_DAYS * 86_400_000).toISOString(),
    atMost,
  );
}

/** A body received as bytes is hashed beside this thread: it may have many megabytes. */
async function hashOf({ role, method, path, body }: KeyedRequest): Promise<string> {
  const content =
    body instanceof Uint8Array
      ? Buffer.from(await subtle.digest("SHA-256", new Uint8Array(body))).toString("hex")
      : body;
  return createHash("sha256")
    .update(
      JSON.stringify([method, path, content, ...(role === "limitedAccessUser" ? [role] : [])]),
    )
    .digest("hex");
}

function isDecided(status: number, body: string): boolean {
  if (status >= 500 || UNDECIDED_STATUSES.includes(status)) return false;
  return (
    status < 400 ||
    !UNDECIDED_CODES.includes(parseJson(body, failureSchema.pick({ code: true }), "a failure").code)
  );
}

function withoutOnceOnly(body: string): string {
  if (!HAS_ONCE_ONLY.test(body)) return body;
  const answer = parseJson(body, objectSchema, "an answer");
  const data = objectSchema.safeParse(answer["data"]).data ?? {};
  const shown = Object.entries(ONCE_ONLY).filter(
    ([name, instead]) => ![undefined, null, "", instead].some((nothing) => data[name] === nothing),
  );
  if (shown.length === 0) return body;
  const names = shown.map(([name]) => name).join(" and ");
  return JSON.stringify({
    ...answer,
    additionalMessage: `Success. ${names} is shown once, in the first answer.`,
    data: { ...data, ...Object.fromEntries(shown) },
  });
}
