/**
 * For which webhooks this station delivers while it is connected: the hub notes one station for
 * each, written by compare-and-set. Any other one may take its place when it is not there for some
 * seconds; by its own connection it knows when it no longer delivers.
 */
import type { KV, KvEntry } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import type { Deps } from "../../deps.ts";
import { listServable } from "../../webhooks/servable.ts";
import { answerQuestions, askStation, type MayAsk } from "../ask.ts";
import { wasAnotherFirst } from "../leases/scarce-bucket.ts";
import { parseNote } from "../parse-note.ts";

/**
 * So many questions without an answer, one after the other: a connection that breaks off is mostly
 * back by then.
 */
const SILENT_TIMES = 3;

const PREFIX = "deliver.";
const noteSchema = z.object({ holder: z.uuid() });
const answerSchema = z.object({ holds: z.array(z.string().max(64)) });
/** Of an answer: an organization has some hundred webhooks at most. */
const ANSWER: TextLimits = { bytes: 256 * 1024, depth: 3, values: 5_000 };

type Note = { readonly holder: string; readonly revision: number };

export type HeldTurns = {
  /** Whether this station delivers for a webhook. */
  holds(webhookID: string): boolean;
  close(): void;
};

type Parts = {
  readonly deps: Deps;
  readonly kv: KV;
  readonly nc: NatsConnection;
  readonly organizationID: string;
  readonly mayAsk: MayAsk;
  readonly onChange: () => void;
};

/**
 * @param caughtUp Resolves when all that others delivered before is known here: nothing is held
 *   before.
 * @returns What this station holds from then on, until it is closed. Answers the other stations.
 */
export async function holdTurns(
  { deps, kv, nc, organizationID, mayAsk, onChange }: Parts,
  caughtUp: () => Promise<void>,
): Promise<HeldTurns> {
  const me = deps.db.stationID;
  const { deliveriesLookMs, deliveriesAskMs, deliveriesAnswerMs, deliveriesHomeMs } =
    deps.syncTimes;
  const notes = new Map<string, Note>();
  const silent = new Map<string, number>();
  const freeSince = new Map<string, number>();
  let isReady = false;
  let isClosed = false;
  const canServe = (): ReturnType<typeof listServable> => listServable(deps, organizationID);
  const holds = (webhookID: string): boolean =>
    isReady &&
    !isClosed &&
    notes.get(webhookID)?.holder === me &&
    canServe().some(({ id }) => id === webhookID);

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
      isClosed ||
      deps.log.warn(
        { err },
        "which station delivers for a webhook is no longer followed; the next connection does it",
      ),
  );

  const stopAnswering = answerQuestions(nc, {
    to: me,
    kind: "deliver",
    mayAsk,
    log: deps.log,
    answer: () =>
      JSON.stringify({
        holds: canServe()
          .map(({ id }) => id)
          .filter(holds),
      }),
  });

  const claim = async (webhookID: string): Promise<void> => {
    const known = notes.get(webhookID);
    const body = JSON.stringify({ holder: me });
    const key = PREFIX + webhookID;
    try {
      const revision = await (known === undefined
        ? kv.create(key, body)
        : kv.update(key, body, known.revision));
      notes.set(webhookID, { holder: me, revision });
      freeSince.delete(webhookID);
      onChange();
    } catch (error) {
      if (!wasAnotherFirst(error)) throw error;
    }
  };

  /** Takes what no station has, and what a station that is gone had. */
  const look = async (): Promise<void> => {
    for (const { id, home } of canServe()) {
      const holder = notes.get(id)?.holder ?? "";
      if (holder === me) continue;
      if (holder !== "") {
        if ((silent.get(`${holder} ${id}`) ?? 0) >= SILENT_TIMES) await claim(id);
        continue;
      }
      const since = freeSince.get(id) ?? performance.now();
      freeSince.set(id, since);
      if (home === me || performance.now() - since > deliveriesHomeMs) await claim(id);
    }
  };

  const ask = async (): Promise<void> => {
    const wanted = canServe().map(({ id }) => ({ id, holder: notes.get(id)?.holder ?? "" }));
    const holders = [...new Set(wanted.map(({ holder }) => holder))].filter(
      (holder) => holder !== "" && holder !== me,
    );
    await Promise.all(
      holders.map(async (holder) => {
        const held = await askStation(nc, {
          to: holder,
          from: me,
          kind: "deliver",
          question: "",
          timeout: deliveriesAnswerMs,
        })
          .then(
            (answer) =>
              parseBounded(answer, answerSchema, "a station's answer about webhooks", ANSWER).holds,
          )
          .catch((): string[] => []);
        for (const { id } of wanted.filter((one) => one.holder === holder))
          silent.set(
            `${holder} ${id}`,
            held.includes(id) ? 0 : (silent.get(`${holder} ${id}`) ?? 0) + 1,
          );
      }),
    );
  };

  let isLooking = false;
  let askedAt = performance.now();
  const step = async (): Promise<void> => {
    if (isLooking || isClosed || !isReady) return;
    isLooking = true;
    try {
      if (performance.now() - askedAt > deliveriesAskMs) {
        askedAt = performance.now();
        await ask();
      }
      await look();
    } catch (err) {
      if (!isClosed)
        deps.log.info(
          { err },
          "the hub did not take which webhooks this station delivers for; it is tried again",
        );
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void step(), deliveriesLookMs).unref();
  caughtUp().then(
    () => {
      isReady = true;
      onChange();
      void step();
    },
    () => {},
  );

  return {
    holds,
    close() {
      isClosed = true;
      clearInterval(timer);
      watch.stop();
      stopAnswering();
    },
  };
}
