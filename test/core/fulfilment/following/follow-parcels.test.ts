import { describe, expect, it } from "vitest";
import { instant } from "../../../../core/base/units.ts";
import { createFollowing } from "../../../../core/fulfilment/following/follow-parcels.ts";
import { findAnnouncement } from "../../../../core/fulfilment/announcements/announcements.store.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type { TrackedEvent } from "../../../../core/shipping/carriers/carrier.ts";
import type { TrackingSubCode } from "../../../../core/shipping/tracking/tracking.schema.ts";
import { buyTold, toldStation, type ToldStation } from "../../../helpers/announced-carrier.ts";
import { eventually } from "../../../helpers/station.ts";

async function announced(s: ToldStation): Promise<Transaction> {
  const label = await buyTold(s);
  await eventually(
    "the label is announced",
    () => findAnnouncement(s.core.deps.db, label.id)?.state === "ANNOUNCED",
  );
  return label;
}

const scan = (subCode: TrackingSubCode, at: string): TrackedEvent => ({
  subCode,
  description: subCode,
  location: "Kadıköy",
  at: instant(at),
});
const statusOf = async (s: ToldStation, { shipment }: Transaction) =>
  (await s.call<{ statusCode: string }>("GET", `/shipments/${shipment.id}`)).body.data.statusCode;
const asked = (s: ToldStation): string[] => s.told.calls.filter((call) => call.startsWith("track"));

/** Runs one round of all accounts, two hours after the round before. */
async function round(s: ToldStation): Promise<void> {
  s.clock.nowMs += 2 * 60 * 60 * 1_000 + 60_000;
  const following = createFollowing(s.core.deps, 0);
  await following.step([s.started.organizationID]);
}

describe("parcels that their carrier knows", () => {
  it("are followed from the first scan to their delivery, each scan once", async () => {
    const s = await toldStation();
    const label = await announced(s);
    const barcode = label.shipment.barcode ?? "";
    const scans = [scan("package_accepted", "2026-11-21T10:00:00.000Z")];
    s.told.scans.set(barcode, scans);
    await round(s);
    expect(await statusOf(s, label)).toBe("SHIPPED");
    scans.push(scan("delivered", "2026-11-21T12:00:00.000Z"));
    await round(s);
    await round(s);
    expect(await statusOf(s, label)).toBe("DELIVERED");
    const { count } = s.core.deps.db.raw
      .prepare("SELECT count(*) AS count FROM tracking_events")
      .get() as { count: number };
    expect(count).toBe(2);
  });

  it("the tracking number that the branch gives later is kept, shown and found", async () => {
    const s = await toldStation();
    const label = await announced(s);
    s.told.numbers.set(label.shipment.barcode ?? "", "8001234567890");
    await round(s);
    const { body } = await s.call<Transaction["shipment"]>(
      "GET",
      `/shipments/${label.shipment.id}`,
    );
    const found = await s.call<{ id: string }[]>("GET", "/shipments?filter=8001234567890");
    expect([body.data.trackingNumber, found.body.data.map(({ id }) => id)]).toEqual([
      "8001234567890",
      [label.shipment.id],
    ]);
  });

  it("a parcel of a connected carrier without scans is stuck; without a connection nobody expects scans", async () => {
    const s = await toldStation();
    await announced(s);
    const counts = async () => {
      s.clock.nowMs += 1_000;
      const { body } = await s.call<{ attention: { reason: string; count: number }[] }>(
        "GET",
        "/station/tracking/board",
      );
      return Object.fromEntries(body.data.attention.map(({ reason, count }) => [reason, count]));
    };
    s.clock.nowMs += 20 * 24 * 60 * 60 * 1_000;
    expect(await counts()).toMatchObject({ LATE: 1 });
    await s.call("PUT", `/station/connections/${s.accountID}`, { kind: "" });
    expect(await counts()).toMatchObject({ LATE: 0 });
  });

  it(
    "a scan in 2090 and one before the parcel existed are left out, and the others are recorded",
    { tags: "all" },
    async () => {
      const s = await toldStation();
      const label = await announced(s);
      s.told.scans.set(label.shipment.barcode ?? "", [
        scan("delivered", "2090-01-01T00:00:00.000Z"),
        scan("delivered", "2001-01-01T00:00:00.000Z"),
        scan("package_accepted", "2026-11-21T10:00:00.000Z"),
      ]);
      await round(s);
      expect(await statusOf(s, label)).toBe("SHIPPED");
    },
  );

  it("are asked about together, and not again while they rest", async () => {
    const s = await toldStation();
    for (let i = 0; i < 12; i++) await announced(s);
    await round(s);
    expect(asked(s)).toEqual(["track 10", "track 2"]);
    const following = createFollowing(s.core.deps, 0);
    await following.step([s.started.organizationID]);
    expect(asked(s)).toHaveLength(2);
  });

  it("are asked about again after the clock was set back", { tags: "all" }, async () => {
    const s = await toldStation();
    await announced(s);
    await round(s);
    s.clock.nowMs -= 60 * 60 * 1_000;
    const following = createFollowing(s.core.deps, 0);
    await following.step([s.started.organizationID]);
    expect(asked(s)).toEqual(["track 1", "track 1"]);
  });

  it("whose carrier gave no answer are not asked about again before the pause is over, also at its longest", async () => {
    const s = await toldStation();
    await announced(s);
    const following = createFollowing(s.core.deps, 0);
    const step = () => following.step([s.started.organizationID]);
    for (let failures = 1; failures <= 7; failures++) {
      s.clock.nowMs += 3 * 60 * 60 * 1_000;
      s.told.moods.push("silent");
      await step();
      await step();
    }
    expect(asked(s)).toHaveLength(7);
    s.clock.nowMs -= 24 * 60 * 60 * 1_000;
    await step();
    expect(asked(s)).toHaveLength(8);
  });
});
