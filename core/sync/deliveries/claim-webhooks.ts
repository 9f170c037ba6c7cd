/**
 * Claims webhooks: while this station is connected, it delivers the events of the webhooks that it
 * has claimed. The hub records one station per webhook, its holder, by compare-and-set. Another
 * station may replace a holder that has not answered for some seconds. A holder that loses its
 * connection stops delivering.
 */
import type { KV, KvEntry } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import type { SyncDeps } from "../deps.ts";
import { listServable } from "../../fulfilment/webhooks/servable.ts";
import { answerQuestions, askStation, type MayAsk } from "../station-requests.ts";
import { wasAnotherFirst } from "../leases/scarce-bucket.ts";
import { parseNote } from "../parse-note.ts";

/**
 * A holder may be replaced after this number of consecutive requests to which it did not name the
 * webhook. By then a broken connection is usually back.
 */
const SILENT_TIMES = 3;

const PREFIX = "deliver.";
/** An account has no home: any station may ask its carrier. */
const NO_HOME = "";
const noteSchema = z.object({ holder: z.uuid() });
const answerSchema = z.object({ holds: z.array(z.string().max(64)) });
/** Limits for an answer: an organization has a few hundred webhooks at most. */
const ANSWER: TextLimits = { bytes: 256 * 1024, depth: 3, values: 5_000 };

type Note = { readonly holder: string; readonly revision: number };

export type ClaimedWebhooks = {
  /** Returns whether this station delivers for a webhook. */
  holds(webhookID: string): boolean;
  close(): void;
};

export type ClaimSetup = {
  readonly deps: SyncDeps;
  readonly kv: KV;
  readonly nc: NatsConnection;
  readonly organizationID: string;
  readonly mayAsk: MayAsk;
  readonly onChange: () => void;
};

/** The holders of the webhooks, as far as this station knows. */
type Claims = ClaimSetup & {
  readonly notes: Map<string, Note>;
  /**
   * Number of consecutive requests to which a holder did not name a webhook, by holder and webhook.
   */
  readonly silent: Map<string, number>;
  /** Time when a webhook was first seen without a holder, by `performance.now()`. */
  readonly freeSince: Map<string, number>;
  isReady: boolean;
  isClosed: boolean;
  isLooking: boolean;
  askedAt: number;
};

/**
 * Starts claiming webhooks, and answers other stations that ask which webhooks this station holds.
 *
 * @param caughtUp Resolves when all earlier deliveries of other stations are known here; until then
 * this station holds no webhook.
 * @returns The webhooks that this station holds, until `close` is called.
 */
export async function claimWebhooks(
  setup: ClaimSetup,
  caughtUp: () => Promise<void>,
): Promise<ClaimedWebhooks> {
  const { deps, nc, mayAsk, onChange } = setup;
  const claims: Claims = {
    ...setup,
    notes: new Map(),
    silent: new Map(),
    freeSince: new Map(),
    isReady: false,
    isClosed: false,
    isLooking: false,
    askedAt: 0,
  };
  const stopFollowing = await followNotes(claims);
  const stopAnswering = answerQuestions(nc, {
    to: deps.db.stationID,
    kind: "deliver",
    mayAsk,
    log: deps.log,
    answer: () =>
      JSON.stringify({
        holds: canServe(claims)
          .map(({ id }) => id)
          .filter((id) => holds(claims, id)),
      }),
  });
  claims.askedAt = performance.now();
  const timer = setInterval(() => void step(claims), deps.syncTimes.deliveriesLookMs).unref();
  caughtUp().then(
    () => {
      claims.isReady = true;
      onChange();
      void step(claims);
    },
    () => {},
  );
  return {
    holds: (webhookID) => holds(claims, webhookID),
    close() {
      claims.isClosed = true;
      clearInterval(timer);
      stopFollowing();
      stopAnswering();
    },
  };
}

/**
 * Lists what this station can claim: webhooks, and accounts whose carriers are asked for scans or
 * couriers.
 */
function canServe({ deps, organizationID }: Claims): ReturnType<typeof listServable> {
  return [
    ...listServable(deps, organizationID),
    ...deps.connections
      .list(organizationID)
      .flatMap(({ accountID, track, pickup }) =>
        track === undefined && pickup === undefined ? [] : { id: accountID, home: NO_HOME },
      ),
  ];
}

function holds(claims: Claims, webhookID: string): boolean {
  return (
    claims.isReady &&
    !claims.isClosed &&
    claims.notes.get(webhookID)?.holder === claims.deps.db.stationID &&
    canServe(claims).some(({ id }) => id === webhookID)
  );
}

/** Follows the holders that the hub records. Returns a function that ends this. */
async function followNotes(claims: Claims): Promise<() => void> {
  const { deps, kv, notes, onChange } = claims;
  const watch = await kv.watch({ key: `${PREFIX}*` });
  const take = (entry: KvEntry): void => {
    const { key, revision } = entry;
    const webhookID = key.slice(PREFIX.length);
    if ((notes.get(webhookID)?.revision ?? 0) > revision) return;
    notes.set(webhookID, { holder: parseNote(entry, noteSchema)?.holder ?? "", revision });
    onChange();
  };
  void (async () => {
    for await (const entry of watch) take(entry);
  })().catch(
    (err: unknown) =>
      claims.isClosed ||
      deps.log.warn(
        { err },
        "changes of the webhooks' holders are no longer followed; the next connection follows them again",
      ),
  );
  return () => watch.stop();
}

async function claim({ deps, kv, notes, freeSince, onChange }: Claims, id: string): Promise<void> {
  const known = notes.get(id);
  const body = JSON.stringify({ holder: deps.db.stationID });
  const key = PREFIX + id;
  try {
    const revision = await (known === undefined
      ? kv.create(key, body)
      : kv.update(key, body, known.revision));
    notes.set(id, { holder: deps.db.stationID, revision });
    freeSince.delete(id);
    onChange();
  } catch (error) {
    if (!wasAnotherFirst(error)) throw error;
  }
}

/**
 * Claims webhooks whose holder has gone, and webhooks without a holder. For `deliveriesHomeMs` a
 * webhook without a holder is reserved for its home station.
 */
async function look(claims: Claims): Promise<void> {
  const { deps, notes, silent, freeSince } = claims;
  const me = deps.db.stationID;
  for (const { id, home } of canServe(claims)) {
    const holder = notes.get(id)?.holder ?? "";
    if (holder === me) continue;
    if (holder !== "") {
      if ((silent.get(`${holder} ${id}`) ?? 0) >= SILENT_TIMES) await claim(claims, id);
      continue;
    }
    const since = freeSince.get(id) ?? performance.now();
    freeSince.set(id, since);
    const isLong = performance.now() - since > deps.syncTimes.deliveriesHomeMs;
    if (home === me || isLong) await claim(claims, id);
  }
}

/**
 * Asks each other holder which webhooks it holds. Counts for each webhook the consecutive requests
 * to which its holder did not name the webhook.
 */
async function askHolders(claims: Claims): Promise<void> {
  const { deps, notes, silent } = claims;
  const wanted = canServe(claims).map(({ id }) => ({ id, holder: notes.get(id)?.holder ?? "" }));
  const holders = [...new Set(wanted.map(({ holder }) => holder))].filter(
    (holder) => holder !== "" && holder !== deps.db.stationID,
  );
  await Promise.all(
    holders.map(async (holder) => {
      const held = await heldBy(claims, holder);
      for (const { id } of wanted.filter((one) => one.holder === holder))
        silent.set(
          `${holder} ${id}`,
          held.includes(id) ? 0 : (silent.get(`${holder} ${id}`) ?? 0) + 1,
        );
    }),
  );
}

/** Asks a station which webhooks it holds; returns no webhook when the station does not answer. */
function heldBy({ deps, nc }: Claims, holder: string): Promise<readonly string[]> {
  return askStation(nc, {
    to: holder,
    from: deps.db.stationID,
    kind: "deliver",
    question: "",
    timeout: deps.syncTimes.deliveriesAnswerMs,
  })
    .then(
      (answer) =>
        parseBounded(answer, answerSchema, "a station's answer about webhooks", ANSWER).holds,
    )
    .catch((): string[] => []);
}

async function step(claims: Claims): Promise<void> {
  if (claims.isLooking || claims.isClosed || !claims.isReady) return;
  const { deps } = claims;
  claims.isLooking = true;
  try {
    if (performance.now() - claims.askedAt > deps.syncTimes.deliveriesAskMs) {
      claims.askedAt = performance.now();
      await askHolders(claims);
    }
    await look(claims);
  } catch (err) {
    if (!claims.isClosed)
      deps.log.info(
        { err },
        "the hub did not accept which webhooks this station delivers for; this is retried",
      );
  } finally {
    claims.isLooking = false;
  }
}
