/**
 * Determines for which webhooks this station delivers while it is connected: the hub records one
 * station per webhook, by compare-and-set. Another station may replace a holder that has not
 * answered for some seconds; a holder that loses its connection knows that it no longer delivers.
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
 * Consecutive unanswered requests after which a holder counts as gone; a lost connection is usually
 * back before.
 */
const SILENT_TIMES = 3;

const PREFIX = "deliver.";
const noteSchema = z.object({ holder: z.uuid() });
const answerSchema = z.object({ holds: z.array(z.string().max(64)) });
/** Limits for an answer: an organization has some hundred webhooks at most. */
const ANSWER: TextLimits = { bytes: 256 * 1024, depth: 3, values: 5_000 };

type Note = { readonly holder: string; readonly revision: number };

export type HeldTurns = {
  /** Returns whether this station delivers for a webhook. */
  holds(webhookID: string): boolean;
  close(): void;
};

export type TurnsSetup = {
  readonly deps: SyncDeps;
  readonly kv: KV;
  readonly nc: NatsConnection;
  readonly organizationID: string;
  readonly mayAsk: MayAsk;
  readonly onChange: () => void;
};

/** The holders of the webhooks, as far as this station knows. */
type Turns = TurnsSetup & {
  readonly notes: Map<string, Note>;
  /**
   * Number of consecutive requests after which a holder did not name a webhook, by holder and
   * webhook.
   */
  readonly silent: Map<string, number>;
  /** Time since a webhook has had no holder, by `performance.now()`. */
  readonly freeSince: Map<string, number>;
  isReady: boolean;
  isClosed: boolean;
  isLooking: boolean;
  askedAt: number;
};

/**
 * Holds the delivery turns of webhooks until it is closed, and answers other stations about them.
 *
 * @param caughtUp Resolves when all earlier deliveries of other stations are known here; before
 *   this station holds no webhook.
 */
export async function holdTurns(
  setup: TurnsSetup,
  caughtUp: () => Promise<void>,
): Promise<HeldTurns> {
  const { deps, nc, mayAsk, onChange } = setup;
  const turns: Turns = {
    ...setup,
    notes: new Map(),
    silent: new Map(),
    freeSince: new Map(),
    isReady: false,
    isClosed: false,
    isLooking: false,
    askedAt: 0,
  };
  const stopFollowing = await followNotes(turns);
  const stopAnswering = answerQuestions(nc, {
    to: deps.db.stationID,
    kind: "deliver",
    mayAsk,
    log: deps.log,
    answer: () =>
      JSON.stringify({
        holds: canServe(turns)
          .map(({ id }) => id)
          .filter((id) => holds(turns, id)),
      }),
  });
  turns.askedAt = performance.now();
  const timer = setInterval(() => void step(turns), deps.syncTimes.deliveriesLookMs).unref();
  caughtUp().then(
    () => {
      turns.isReady = true;
      onChange();
      void step(turns);
    },
    () => {},
  );
  return {
    holds: (webhookID) => holds(turns, webhookID),
    close() {
      turns.isClosed = true;
      clearInterval(timer);
      stopFollowing();
      stopAnswering();
    },
  };
}

function canServe({ deps, organizationID }: Turns): ReturnType<typeof listServable> {
  return listServable(deps, organizationID);
}

function holds(turns: Turns, webhookID: string): boolean {
  return (
    turns.isReady &&
    !turns.isClosed &&
    turns.notes.get(webhookID)?.holder === turns.deps.db.stationID &&
    canServe(turns).some(({ id }) => id === webhookID)
  );
}

/**
 * Follows the records of which station holds which webhook.
 *
 * @returns A function that stops following.
 */
async function followNotes(turns: Turns): Promise<() => void> {
  const { deps, kv, notes, onChange } = turns;
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
      turns.isClosed ||
      deps.log.warn(
        { err },
        "changes of the webhooks' holders are no longer followed; the next connection does it",
      ),
  );
  return () => watch.stop();
}

async function claim({ deps, kv, notes, freeSince, onChange }: Turns, id: string): Promise<void> {
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

/** Claims webhooks without a holder, and webhooks whose holder is gone. */
async function look(turns: Turns): Promise<void> {
  const { deps, notes, silent, freeSince } = turns;
  const me = deps.db.stationID;
  for (const { id, home } of canServe(turns)) {
    const holder = notes.get(id)?.holder ?? "";
    if (holder === me) continue;
    if (holder !== "") {
      if ((silent.get(`${holder} ${id}`) ?? 0) >= SILENT_TIMES) await claim(turns, id);
      continue;
    }
    const since = freeSince.get(id) ?? performance.now();
    freeSince.set(id, since);
    const isLong = performance.now() - since > deps.syncTimes.deliveriesHomeMs;
    if (home === me || isLong) await claim(turns, id);
  }
}

/** Asks each holder which webhooks it holds, and counts the webhooks that it does not name. */
async function askHolders(turns: Turns): Promise<void> {
  const { deps, notes, silent } = turns;
  const wanted = canServe(turns).map(({ id }) => ({ id, holder: notes.get(id)?.holder ?? "" }));
  const holders = [...new Set(wanted.map(({ holder }) => holder))].filter(
    (holder) => holder !== "" && holder !== deps.db.stationID,
  );
  await Promise.all(
    holders.map(async (holder) => {
      const held = await heldBy(turns, holder);
      for (const { id } of wanted.filter((one) => one.holder === holder))
        silent.set(
          `${holder} ${id}`,
          held.includes(id) ? 0 : (silent.get(`${holder} ${id}`) ?? 0) + 1,
        );
    }),
  );
}

/** Asks a station which webhooks it holds; an empty list when the station does not answer. */
function heldBy({ deps, nc }: Turns, holder: string): Promise<readonly string[]> {
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

async function step(turns: Turns): Promise<void> {
  if (turns.isLooking || turns.isClosed || !turns.isReady) return;
  const { deps } = turns;
  turns.isLooking = true;
  try {
    if (performance.now() - turns.askedAt > deps.syncTimes.deliveriesAskMs) {
      turns.askedAt = performance.now();
      await askHolders(turns);
    }
    await look(turns);
  } catch (err) {
    if (!turns.isClosed)
      deps.log.info(
        { err },
        "the hub did not accept which webhooks this station delivers for; this is retried",
      );
  } finally {
    turns.isLooking = false;
  }
}
