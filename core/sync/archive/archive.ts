/**
 * What this station keeps of old shipments, and what it does for that while it is connected: it answers others about single shipments, brings back
 * those for which something has come, thins old ones when it keeps recent ones, and gets all of them back when it keeps everything again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../base/errors.ts";
import { stepAside } from "../../base/step-aside.ts";
import { inTransaction } from "../../db/change.ts";
import { rejoinThinned } from "../../db/thinned.ts";
import type { Deps } from "../../deps.ts";
import type { PackingNow } from "../../packing/packing-now.ts";
import type { MayAsk } from "../ask.ts";
import type { Roster, Seen } from "../presence.ts";
import type { Link, Session } from "../stream/link.ts";
import type { Keeping, KeepingStatus } from "../sync.schema.ts";
import { answerDetails } from "./answer-details.ts";
import { createBringBack, type Keeper } from "./bring-back.ts";
import { countThinned, listThinned, THINNED } from "./details.store.ts";
import { readKeeping, writeKeeping } from "./keeping.ts";
import { thinOld } from "./thin-shipments.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const LOOK_EACH_MS = 5_000;
/** Between two rounds through the old shipments. */
const ROUND_EACH_MS = 20 * 60 * 60 * 1_000;
/** Between two shipments that come back by themselves: other work has most of the time. */
const BACK_EACH_MS = 10;
const BACK_AT_ONCE = 50;
/** In one look: the others wait for the next. */
const MOST_FAILURES = 5;

export type Archive = {
  keeping(): KeepingStatus;
  /** Of this station's line at the hub. */
  keeps(): Keeping["keeps"];
  /** Whether all that the organization has is here: others may begin with a snapshot of this station. */
  isWhole(): boolean;
  /** @throws AppError E2154 when no other station keeps everything; nothing is changed then. */
  keep(keeping: Keeping): void;
  /** @throws AppError E2154 when other stations have left to this one what they need. */
  requireLeavable(): void;
  /** @returns Stops it. */
  onChange(changed: () => void): () => void;
  /** @returns Ends it. */
  begin(session: Session, organizationID: string, mayAsk: MayAsk): () => void;
};

type Parts = { readonly deps: Deps; readonly roster: Roster; readonly link: () => Link | undefined; readonly board: Pick<PackingNow, "now"> };

/** @param parts.roster Lines of all stations, by their ids. */
export function createArchive({ deps, roster, link, board }: Parts): Archive {
  const { db } = deps;
  const listeners = new Set<() => void>();
  /** Counts the changes of what is kept: what another station confirmed before one is no longer good. */
  let version = 0;
  let roundAt = Number.NEGATIVE_INFINITY;
  let wake = (): void => {};

  const others = (): readonly (readonly [string, Seen])[] => [...roster].filter(([id]) => id !== db.stationID);
  const hubNowMs = (): number => Date.now() - (link()?.status().skewMs ?? 0);
  const isRecent = ({ at }: Seen): boolean => hubNowMs() - Date.parse(at) < DAY_MS;
  const keepers = (): readonly Keeper[] =>
    others()
      .toSorted(([, a], [, b]) => Number(b.keeps === "everything") - Number(a.keeps === "everything") || (a.at < b.at ? 1 : -1))
      .map(([id, seen]) => ({ id, name: seen.name, keepsEverything: seen.keeps === "everything" }));
  const back = createBringBack(deps, { keepers, connection: () => link()?.session?.connection });
  deps.details.use(back);

  let counted = { at: -1, n: 0 };
  const thinned = (): number => {
    const at = db.writes.get(THINNED) ?? 0;
    if (counted.at !== at) counted = { at, n: countThinned(db) };
    return counted.n;
  };

  const mayThin = (): number | undefined => {
    const status = link()?.status();
    return readKeeping(db).keeps === "recent" && status?.state === "in step" && status.waiting === 0 ? version : undefined;
  };

  /** Where the next look begins: a shipment that no station has at the moment holds up none behind it. */
  const next = { wanted: 0, all: 0 };
  /** @returns Whether all of them are back. */
  const bringAll = async (which: "wanted" | "all", signal: AbortSignal): Promise<boolean> => {
    for (let failures = 0; !signal.aborted && failures < MOST_FAILURES; ) {
      const some = listThinned(db, next[which], which === "wanted", BACK_AT_ONCE);
      for (const { seq, id } of some) {
        if (signal.aborted || failures >= MOST_FAILURES || (which === "all" && readKeeping(db).keeps === "recent")) return false;
        next[which] = seq;
        await back.bringBack(id).catch((err: unknown) => {
          failures += 1;
          deps.log.info({ err, shipmentID: id }, "a shipment could not be brought back; it is tried again");
        });
        await sleep(BACK_EACH_MS, undefined, { ref: false });
        await stepAside();
      }
      if (some.length >= BACK_AT_ONCE) continue;
      next[which] = 0;
      return failures === 0;
    }
    return false;
  };

  return {
    keeping() {
      const { keeps, days } = readKeeping(db);
      return { keeps, days, thinned: thinned(), isBringingBack: keeps === "everything" && thinned() > 0 };
    },
    keeps: () => readKeeping(db).keeps,
    isWhole: () => readKeeping(db).keeps === "everything" && thinned() === 0,
    keep(keeping) {
      if (keeping.keeps === "recent" && !others().some(([, seen]) => seen.keeps === "everything" && isRecent(seen))) throw new AppError("E2154");
      version += 1;
      roundAt = Number.NEGATIVE_INFINITY;
      inTransaction(deps, () => writeKeeping(db, keeping));
      for (const changed of listeners) changed();
      wake();
    },
    requireLeavable() {
      if (readKeeping(db).keeps === "recent") return;
      const all = others();
      if (all.some(([, seen]) => seen.keeps === "recent") && !all.some(([, seen]) => seen.keeps === "everything" && isRecent(seen))) {
        throw new AppError("E2154", "Other stations keep recent shipments only, and leave the rest to this one. Nothing was changed. Have another station keep everything and let it come in step, then leave.");
      }
    },
    onChange(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    begin({ connection: nc }, organizationID, mayAsk) {
      inTransaction(deps, () => rejoinThinned(db, organizationID));
      const stopAnswering = answerDetails(deps, nc, organizationID, mayAsk);
      const over = new AbortController();
      const look = async (): Promise<void> => {
        const { keeps, days } = readKeeping(db);
        if (!(await bringAll(keeps === "recent" ? "wanted" : "all", over.signal)) || keeps === "everything") return;
        if (performance.now() - roundAt < ROUND_EACH_MS || mayThin() === undefined) return;
        roundAt = performance.now();
        const before = new Date(hubNowMs() - days * DAY_MS).toISOString();
        const left = await thinOld({ deps, nc, organizationID, keepers, mayThin, isPacking: () => board.now() !== null }, before, over.signal);
        if (left > 0) deps.log.info({ shipments: left }, "old shipments are left to the stations that keep everything");
      };
      void (async () => {
        while (!over.signal.aborted) {
          const woken = new Promise<void>((resolve) => (wake = resolve));
          await Promise.race([woken, sleep(LOOK_EACH_MS, undefined, { ref: false })]);
          if (over.signal.aborted) return;
          await look().catch((err: unknown) => over.signal.aborted || deps.log.warn({ err }, "old shipments were not looked through; it is tried again"));
        }
      })();
      return () => {
        over.abort();
        wake();
        stopAnswering();
      };
    },
  };
}
