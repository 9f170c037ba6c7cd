/**
 * Idempotency-Keys: the same POST under the same key takes effect once. For 30 days a repeat gets
 * the first final answer, without secrets that are shown only once.
 *
 * A key is bound to its member, method, path and body. If an operation is one transaction, that
 * transaction also stores its answer. A purchase that asks a carrier consists of several
 * transactions: the first one stores the purchase's id, and a repeat whose first answer was lost is
 * answered from that purchase. So a crash never causes a repeat to do something twice.
 *
 * If stations share an organization, a key is first claimed at the hub, so that the key is valid at
 * all these stations (`shared-keys.ts`). A key for a path below /station is valid only at its
 * station.
 */
import { createHash, subtle } from "node:crypto";
import { errors } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { inSharedTransaction } from "../db/shared-transaction.ts";
import type { Actor } from "./actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { HttpDeps } from "./deps.ts";
import { API_PREFIX } from "./api-prefix.ts";
import { failureSchema } from "./envelope.schema.ts";
import { withoutShownOnce, type ShownOnce } from "./shown-once.ts";
import { deleteKeysBefore, findKey, writeAnswer, writeSubject } from "./idempotency.store.ts";

const KEPT_DAYS = 30;
/**
 * Statuses and codes of requests that were not processed, or whose outcome is unknown. Their
 * answers are not stored, so a repeat is processed again. The same holds for all statuses from 500.
 */
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
  "E2166",
  "E2167",
  "E2193",
  "E2240",
];

/**
 * `memberID`: a member, or a token with separate keys. `role`: part of the request's hash, so that
 * a member whose role now sees less does not get an earlier answer.
 */
type KeyedRequest = {
  readonly memberID: string;
  readonly role: Actor["role"];
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly shownOnce: ShownOnce;
};

/** A running call under a key. */
export type KeyedCall = {
  /**
   * Subject that an earlier call with this key created, if that call's answer was not stored. A
   * repeat is answered from the subject.
   */
  readonly subjectID: string | null;
  /**
   * Stores the key with the created subject. Must be called inside the transaction that creates the
   * subject.
   */
  keep(subjectID: string): void;
  /**
   * Runs a synchronous operation and stores its answer in the same transaction.
   *
   * @returns The operation's result, once the result and the answer are durable.
   */
  inOneTransaction(status: number, run: () => unknown): Promise<unknown>;
  /**
   * Must be called before the answer is sent. Stores the answer if it is final and not stored yet,
   * and lets the next call with this key continue. Never rejects.
   */
  end(status: number, body: string): Promise<void>;
};

type KeyedAnswer = { readonly status: number; readonly body: string };

export type Idempotency = {
  /**
   * Waits while another call with the same key and request is running.
   *
   * @returns The stored answer, or the call to run.
   * @throws AppError E1085 for a key that is empty or longer than 255 characters, E2007 for a key
   *   used with another request, E2156 while another station is processing the request, or when
   *   this station cannot get the answer of the other station.
   */
  begin(
    request: KeyedRequest,
  ): Promise<{ readonly answer: KeyedAnswer } | { readonly call: KeyedCall }>;
};

/**
 * Creates the keeper of this station's Idempotency-Keys. Only this process knows the running calls.
 */
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
      if (row !== undefined && row.requestHash !== hash) throw errors.idempotencyKeyReused();
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
              {
                ...of,
                hash,
                subjectID: row?.subjectID ?? null,
                shownOnce: request.shownOnce,
              },
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

/**
 * Returns whether a path belongs to one station, such as its printers: a key is then valid only
 * there.
 */
function isOfStation(path: string): boolean {
  return path.startsWith(`${API_PREFIX}/station/`);
}

/**
 * Makes a keyed call whose request is not processed yet.
 *
 * @param ends.share Reports the result to the other stations; undefined: the call did nothing that
 *   a repeat would do twice.
 */
function callOf(
  deps: WriteDeps & Pick<HttpDeps, "faultPoint">,
  of: {
    memberID: string;
    key: string;
    hash: string;
    subjectID: string | null;
    shownOnce: ShownOnce;
  },
  {
    release,
    share,
  }: { readonly release: () => void; readonly share: (answer: KeyedAnswer | undefined) => void },
): KeyedCall {
  const { memberID, key, hash, subjectID } = of;
  let kept = false;
  /** Reads the stored key, because a rollback may have removed what `keep` wrote. */
  const isMade = (): boolean =>
    subjectID !== null || (findKey(deps.db, of)?.subjectID ?? null) !== null;
  return {
    subjectID,
    keep(made) {
      writeSubject(deps.db, { memberID, key, hash, subjectID: made, at: deps.now() });
    },
    async inOneTransaction(status, run) {
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
        // If the call created a subject but has no final answer, only this station can answer a
        // repeat, so the key stays claimed.
        if (isFinal || !isMade())
          share(isFinal ? { status, body: withoutShownOnce(body, of.shownOnce) } : undefined);
        if (kept || !isFinal) return;
        await inSharedTransaction(deps, () => keepAnswer(deps, of, { status, body }));
        deps.faultPoint("answer.kept");
      } catch (error) {
        // The operation is done, and a repeat is answered from what the operation created, so this
        // caller still gets its answer.
        deps.log.error({ err: error }, "an answer could not be stored under its Idempotency-Key");
      } finally {
        release();
      }
    },
  };
}

function keepAnswer(
  deps: Pick<HttpDeps, "db" | "now">,
  {
    memberID,
    key,
    hash,
    shownOnce,
  }: { memberID: string; key: string; hash: string; shownOnce: ShownOnce },
  { status, body }: KeyedAnswer,
): void {
  writeAnswer(deps.db, {
    memberID,
    key,
    hash,
    status,
    body: withoutShownOnce(body, shownOnce),
    at: deps.now(),
  });
}

/**
 * Deletes at most `atMost` keys older than 30 days.
 *
 * @returns Number of deleted keys; fewer than `atMost` when no older keys are left.
 */
export function forgetOldKeys(deps: Pick<HttpDeps, "db" | "now">, atMost = 500): number {
  return deleteKeysBefore(
    deps.db,
    new Date(Date.parse(deps.now()) - KEPT_DAYS * 86_400_000).toISOString(),
    atMost,
  );
}

/** Hashes a request. A body of bytes may have many megabytes, so it is hashed off this thread. */
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
