/**
 * The board shows another station's scans and notes as that station's board does, in any order of
 * arrival.
 */
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import { handleParcel } from "../../../../core/shipping/board/handle-parcel.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { TrackingSubCode } from "../../../../core/shipping/tracking/tracking.schema.ts";
import { findNewestEvent } from "../../../../core/shipping/tracking/tracking.service.ts";
import { settleNow } from "../../../helpers/far-carrier.ts";
import type { LooseStation } from "../../../helpers/loose-stations.ts";
import { buy, exchange, LABEL, two } from "../../sync/two-stations.ts";

const lines = (s: LooseStation) =>
  s.deps.db
    .sql(
      `SELECT s.id, p.step, p.reason, p.last_at, p.due_at, p.event_id, p.is_handled FROM open_parcels AS p JOIN shipments AS s ON s.seq = p.seq ORDER BY s.id`,
    )
    .all();
const scan = (s: LooseStation, id: string, subCode: TrackingSubCode, hour: number): void =>
  void recordTracking(s.deps, id, {
    subCode,
    statusDate: `2026-11-21T${hour}:00:00.000Z` as Instant,
    details: "",
    locationName: "",
  });

describe("the board of two stations", () => {
  it("separate scans give two stations the same board, and a parcel handled at one is handled at the other until a newer event", async () => {
    const { a, b, actor, id } = two([LABEL]);
    await settleNow(a.deps, buy(a, actor, id, true));
    exchange(a, b);
    expect(lines(b)).toMatchObject([{ step: "BOUGHT", reason: "" }]);
    scan(a, id, "package_accepted", 10);
    scan(b, id, "package_accepted", 10);
    scan(b, id, "package_undeliverable", 12);
    exchange(a, b);
    expect(lines(a)).toEqual(lines(b));
    expect(lines(a)).toMatchObject([{ step: "ON_ITS_WAY", reason: "UNDELIVERABLE", isHandled: 0 }]);

    handleParcel(a.deps, actor, { shipmentID: id, eventID: findNewestEvent(a.deps, id), note: "" });
    exchange(a, b);
    expect(lines(b)).toMatchObject([{ reason: "UNDELIVERABLE", isHandled: 1 }]);
    scan(b, id, "package_undeliverable", 15);
    exchange(a, b);
    expect(lines(a)).toEqual(lines(b));
    expect(lines(a)).toMatchObject([{ isHandled: 0 }]);
  });

  it("handling a parcel at one station emits a fact at the other station, so that the other's board is read again", async () => {
    const { a, b, actor, id } = two([LABEL]);
    await settleNow(a.deps, buy(a, actor, id, true));
    exchange(a, b);
    const sent = a.outbox(0).at(-1)?.seq ?? 0;
    const facts: string[] = [];
    b.deps.db.listeners.add((some) =>
      facts.push(...some.map(({ topic, subjectID }) => `${topic} ${subjectID}`)),
    );
    handleParcel(a.deps, actor, { shipmentID: id, eventID: findNewestEvent(a.deps, id), note: "" });
    b.apply(a.outbox(sent).map(({ stamped }) => stamped));
    expect(facts).toContain(`shipment.changed ${id}`);
  });
});
