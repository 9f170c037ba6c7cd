/**
 * Shares Idempotency-Keys at the hub: the first station to record a key processes the request, and
 * stores the answer at the hub for a day. The first call with a key costs one extra round trip; the
 * answer is stored at the hub after it was sent to the caller.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import type { SyncDeps } from "../deps.ts";
import type { KeyClaim, SharedAnswer, SharedKeys } from "../../http/shared-keys.ts";
import {
  openForOrganization,
  sealForOrganization,
  type SealedIn,
} from "../../db/sealing/organization-key.ts";
import { KEY_BUCKET } from "../hub-names.ts";
import { wasAnotherFirst } from "../leases/scarce-bucket.ts";

const CALL_MS = 800;
/** How long a call waits for another station's answer, ms. */
const WAITED_MS = 10_000;
const LOOK_MS = 100;
/** Maximum characters of an answer; larger answers stay at their station. */
const MOST_CHARACTERS = 64 * 1024;

/** The answer is a text in JSON: each character may take six bytes. */
const NOTE: TextLimits = { bytes: 512 * 1024, depth: 4, values: 100 };

const noteSchema = z.object({
  station: z.uuid(),
  /** Hash of the request. */
  hash: z.string().max(200),
  state: z.enum(["under way", "answered"]),
  /**
   * `body`: sealed with the organization's key, because the hub stores it for a day and must not
   * learn names.
   */
  sealed: z
    .object({ status: z.int().min(100).max(599), body: z.string().max(5 * MOST_CHARACTERS) })
    .optional(),
});
type Note = z.output<typeof noteSchema>;

type Shared = {
  /** `db`: identifies this station. */
  readonly deps: Pick<SyncDeps, "db" | "log" | "secrets">;
  readonly kv: KV;
  readonly organizationID: string;
};

/** Shares keys during one connection. */
export async function shareKeys(
  deps: Shared["deps"],
  nc: NatsConnection,
  organizationID: string,
): Promise<SharedKeys> {
  const kv = await new Kvm(jetstream(nc, { timeout: CALL_MS })).open(KEY_BUCKET, {
    bindOnly: true,
    allow_direct: false,
  });
  const shared: Shared = { deps, kv, organizationID };
  return {
    async claim(name, hash) {
      const key = createHash("sha256").update(name).digest("hex");
      try {
        return await claim(shared, key, hash);
      } catch (err) {
        deps.log.info(
          { err },
          "the hub did not answer about an Idempotency-Key; it is valid only at this station",
        );
        return undefined;
      }
    },
  };
}

/**
 * Claims an Idempotency-Key at the hub.
 *
 * @throws Errors of the hub; Error when the hub does not answer.
 */
async function claim(shared: Shared, key: string, hash: string): Promise<KeyClaim> {
  const { deps, kv } = shared;
  const station = deps.db.stationID;
  const underWay: Note = { station, hash, state: "under way" };
  if (await note(kv, key, underWay)) return first(shared, key, hash);
  for (const until = performance.now() + WAITED_MS; ; await sleep(LOOK_MS)) {
    const entry = await kv.get(key);
    const found =
      entry?.operation === "PUT"
        ? parseBounded(entry.value, noteSchema, "an Idempotency-Key of the hub", NOTE)
        : undefined;
    // The other station's call ended without a result, and its record was deleted. So the next
    // station that claims the key processes the request.
    if (found === undefined) {
      if (await note(kv, key, underWay)) return first(shared, key, hash);
      continue;
    }
    // This station recorded the key before it stopped; its own database has the result.
    if (found.station === station) return first(shared, key, hash);
    if (found.state === "answered")
      return { is: "answered", hash: found.hash, answer: open(shared, key, found.sealed) };
    if (found.hash !== hash || performance.now() > until)
      return { is: "under way", hash: found.hash };
  }
}

function first(shared: Shared, key: string, hash: string): KeyClaim {
  const { deps, kv } = shared;
  return {
    is: "first",
    end(answer) {
      const sealed = seal(shared, key, answer);
      const kept: Note = {
        station: deps.db.stationID,
        hash,
        state: "answered",
        ...(sealed === undefined ? {} : { sealed }),
      };
      const written = answer === undefined ? kv.delete(key) : kv.put(key, JSON.stringify(kept));
      written.catch((err: unknown) =>
        deps.log.warn(
          { err },
          "the hub did not receive the answer of a call with an Idempotency-Key; other stations do not know it",
        ),
      );
    },
  };
}

/**
 * Seals an answer. Returns undefined if the answer is too large or cannot be sealed here: other
 * stations then only know that the call was answered.
 */
function seal(
  shared: Shared,
  key: string,
  answer: SharedAnswer | undefined,
): SharedAnswer | undefined {
  if (answer === undefined || answer.body.length > MOST_CHARACTERS) return undefined;
  return attempt(shared, () => ({
    status: answer.status,
    body: sealForOrganization(shared.deps, sealedIn(shared, key), answer.body),
  }));
}

function open(
  shared: Shared,
  key: string,
  sealed: SharedAnswer | undefined,
): SharedAnswer | undefined {
  if (sealed === undefined) return undefined;
  return attempt(shared, () => ({
    status: sealed.status,
    body: openForOrganization(shared.deps, sealedIn(shared, key), sealed.body),
  }));
}

function sealedIn({ organizationID }: Shared, key: string): SealedIn {
  return { organizationID, table: "idempotency_keys", column: "answer", id: key };
}

function attempt<T>({ deps }: Shared, run: () => T): T | undefined {
  try {
    return run();
  } catch (err) {
    deps.log.warn({ err }, "an answer shared with other stations could not be sealed or opened");
    return undefined;
  }
}

/**
 * Records a key at the hub.
 *
 * @returns False when the key is already recorded.
 */
async function note(kv: KV, key: string, value: Note): Promise<boolean> {
  try {
    await kv.create(key, JSON.stringify(value));
    return true;
  } catch (error) {
    if (wasAnotherFirst(error)) return false;
    throw error;
  }
}
