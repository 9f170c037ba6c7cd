/** Labels that one station announces and another cancels, takes over. */
import { describe, expect, it } from "vitest";
import { instant } from "../../../core/base/units.ts";
import { isAppError } from "../../../core/base/errors.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { createAnnounceJobs } from "../../../core/fulfilment/announcements/announce-job.ts";
import { findAnnouncement } from "../../../core/fulfilment/announcements/announcements.store.ts";
import {
  announceAgain,
  takeOverAnnouncement,
} from "../../../core/fulfilment/announcements/decide-announcement.ts";
import { findAnnouncedLabel } from "../../../core/fulfilment/transactions/transactions.service.ts";
import { getTransactionRow } from "../../../core/fulfilment/transactions/transactions.store.ts";
import { markRunning } from "../../../core/jobs/job-states.store.ts";
import { findJob } from "../../../core/jobs/jobs.service.ts";
import { noteAttempt } from "../../../core/jobs/note-attempt.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { accountInputSchema } from "../../../core/shipping/accounts/accounts.schema.ts";
import { linkAccount } from "../../../core/shipping/accounts/accounts.service.ts";
import {
  createAgreement,
  createVersion,
} from "../../../core/shipping/agreements/make-agreement.ts";
import { quoteWaiting } from "../../../core/shipping/shipments/change-package.ts";
import { plainTariff } from "../../helpers/agreements.ts";
import { createToldCarrier, TOLD_ACCOUNT } from "../../helpers/announced-carrier.ts";
import { reserveNow } from "../../helpers/buy-now.ts";
import { cancelNow } from "../../helpers/far-carrier.ts";
import { hashRows } from "../../helpers/connected-station.ts";
import { owner, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { exchange, shareKey, two } from "./two-stations.ts";

const NEVER = new AbortController().signal;
const SEEDS = process.env["PACKBENCH_FULL"] === "1" ? [...Array(200).keys()] : [1, 2, 3];

/** Two stations that know an agreement with a connected account, and a label bought at the first. */
function twoWithLabel() {
  const told = createToldCarrier();
  const { a, b, actor, id } = two([], undefined, [told.kind]);
  const agreement = createAgreement(a.deps, actor.organizationID, {
    providerCode: "GERCEK",
    name: "Gerçek",
    ranges: [{ prefix: "G", first: 1, last: 99, width: 2 }],
  });
  createVersion(a.deps, agreement, plainTariff(), {
    from: instant("2026-11-20T21:00:00.000Z"),
    to: null,
  });
  linkAccount(a.deps, actor, accountInputSchema.parse(TOLD_ACCOUNT));
  const label = buyTold(a, actor, id);
  shareKey(a, b);
  exchange(a, b);
  return { a, b, actor, id, told, label };
}

function buyTold(s: LooseStation, actor: Actor, id: string): string {
  inTransaction(s.deps, () => quoteWaiting(s.deps, actor, id));
  const offer = s.deps.db
    .sql<{ id: string }>(
      `SELECT id FROM offers WHERE shipment_id = ? AND provider_account_id IS NOT NULL ORDER BY request_no DESC`,
    )
    .get(id);
  s.clock.nowMs += 1_000;
  return inTransaction(s.deps, () => reserveNow(s.deps, actor, offer?.id ?? "").transactionID);
}

/** Makes one attempt of a label's announcement at a station, if it has a job. */
async function announce({ deps }: LooseStation, label: string): Promise<void> {
  const kind = createAnnounceJobs(deps, (id) => findAnnouncedLabel(deps, id));
  const job = findJob(deps, "announce", label);
  if (job?.state !== "WAITING") return;
  markRunning(deps.db, job.id, deps.now());
  const attempt = await kind.attempt(job, NEVER);
  await noteAttempt(deps, kind, { ...job, attempts: job.attempts + 1 }, attempt);
  attempt.after?.();
}

const stateAt = ({ deps }: LooseStation, label: string) => findAnnouncement(deps.db, label)?.state;

describe("a label of two stations", () => {
  it("is announced by the station that bought it, and the other station knows", async () => {
    const { a, b, told, label } = twoWithLabel();
    await announce(b, label);
    expect([told.calls, stateAt(b, label)]).toEqual([[], "WAITING"]);
    await announce(a, label);
    exchange(a, b);
    expect([told.parcels.size, stateAt(b, label)]).toEqual([1, "ANNOUNCED"]);
  });

  it("cancelled at the other station before it was announced: is never announced", async () => {
    const { a, b, actor, id, told, label } = twoWithLabel();
    await cancelNow(b.deps, actor, id);
    exchange(a, b);
    await announce(a, label);
    exchange(a, b);
    expect([told.parcels.size, stateAt(a, label), stateAt(b, label)]).toEqual([
      0,
      "CANCELED",
      "CANCELED",
    ]);
    expect(told.calls.filter((call) => call.startsWith("announce"))).toEqual([]);
  });

  it("announced while the other station, cut off, cancelled it: is cancelled at the carrier too", async () => {
    const { a, b, actor, id, told, label } = twoWithLabel();
    await cancelNow(b.deps, actor, id);
    await announce(a, label); // does not know of the cancellation
    expect(told.parcels.size).toBe(1);
    exchange(a, b);
    await announce(a, label);
    exchange(a, b);
    expect([told.parcels.size, stateAt(a, label), stateAt(b, label)]).toEqual([
      0,
      "CANCELED",
      "CANCELED",
    ]);
    expect(getTransactionRow(a.deps.db, label).status).toBe("CANCELED");
    expect(hashRows(a.deps.db)).toEqual(hashRows(b.deps.db));
  });

  it("given to the other station: is announced there, and the first station leaves it", async () => {
    const { a, b, actor, told, label } = twoWithLabel();
    takeOverAnnouncement(b.deps, actor, label);
    await announce(b, label);
    exchange(a, b);
    await announce(a, label);
    expect([
      told.calls.length,
      stateAt(a, label),
      findJob(a.deps, "announce", label)?.state,
    ]).toEqual([1, "ANNOUNCED", "DONE"]);
  });

  it("given to the other station while the first announces it: the carrier has one parcel", async () => {
    const { a, b, actor, told, label } = twoWithLabel();
    await announce(a, label);
    takeOverAnnouncement(b.deps, actor, label);
    await announce(b, label);
    exchange(a, b);
    expect([told.parcels.size, stateAt(a, label), stateAt(b, label)]).toEqual([
      1,
      "ANNOUNCED",
      "ANNOUNCED",
    ]);
  });

  it("taken over and announced, while the first station comes back and is refused: stays known, and is cancelled at the carrier", async () => {
    const { a, b, actor, id, told, label } = twoWithLabel();
    takeOverAnnouncement(b.deps, actor, label);
    await announce(b, label);
    await announce(a, label); // the carrier knows the code already
    await settle(a, b, label);
    expect([stateAt(a, label), stateAt(b, label)]).toEqual(["ANNOUNCED", "ANNOUNCED"]);
    await cancelNow(b.deps, actor, id);
    await settle(a, b, label);
    expect([told.parcels.size, stateAt(a, label)]).toEqual([0, "CANCELED"]);
  });

  it("cancelled at a station whose clock is ahead, then announced by the other, cut off: is cancelled at the carrier", async () => {
    const { a, b, actor, id, told, label } = twoWithLabel();
    b.clock.nowMs += 30_000;
    await cancelNow(b.deps, actor, id);
    await announce(a, label);
    await settle(a, b, label);
    expect([told.parcels.size, stateAt(a, label), stateAt(b, label)]).toEqual([
      0,
      "CANCELED",
      "CANCELED",
    ]);
  });

  it.each(SEEDS)(
    "at random times announced, cancelled, taken over and decided about by two stations: the carrier has exactly the live labels (seed %i)",
    async (seed) => {
      const { a, b, actor, id, told, label } = twoWithLabel();
      const random = seeded(seed);
      const acts = [
        announce,
        (s: LooseStation) => cancelNow(s.deps, actor, id),
        async (s: LooseStation) => void takeOverAnnouncement(s.deps, actor, label),
        async (s: LooseStation) => void announceAgain(s.deps, actor, label, { corrections: {} }),
        async () => exchange(a, b),
      ];
      for (let i = 0; i < 12; i += 1) {
        const s = random() < 0.5 ? a : b;
        s.clock.nowMs += Math.floor(random() * 20_000);
        told.moods.length = 0;
        if (random() < 0.4) told.moods.push(random() < 0.5 ? "lost" : "silent");
        await acts[Math.floor(random() * acts.length)]?.(s, label).catch(ignoreRefusal);
      }
      told.moods.length = 0;
      await settle(a, b, label);
      const isLive = getTransactionRow(a.deps.db, label).status === "DONE";
      expect([told.parcels.size, stateAt(a, label), hashRows(a.deps.db)]).toEqual([
        isLive ? 1 : 0,
        isLive ? "ANNOUNCED" : expect.stringMatching(/CANCELED|WITHDRAWN/),
        hashRows(b.deps.db),
      ]);
    },
  );
});

/** Lets both stations exchange their rows and run their jobs until nothing changes. */
async function settle(a: LooseStation, b: LooseStation, label: string): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    exchange(a, b);
    for (const s of [a, b]) {
      s.clock.nowMs += 60_000;
      await announce(s, label);
      const { status, shipmentID } = getTransactionRow(s.deps.db, label);
      if (status !== "DONE" || findJob(s.deps, "cancel", label)?.state !== "WAITING") continue;
      const { organizationID, memberID } = getTransactionRow(s.deps.db, label);
      await cancelNow(s.deps, owner(organizationID, memberID), shipmentID);
    }
  }
  exchange(a, b);
}

function ignoreRefusal(error: unknown): void {
  if (!isAppError(error)) throw error;
}
