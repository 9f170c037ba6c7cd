/**
 * Print requests between two stations that are disconnected for a while: crossing, repeated and
 * forbidden prints.
 */
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { RESTORED_AT, writeMeta } from "../../../../core/db/station-meta.ts";
import type { Actor } from "../../../../core/http/actor.ts";
import { expireJobs } from "../../../../core/printing/waiting-jobs.ts";
import { enqueueFirst } from "../../../../core/printing/enqueue.ts";
import {
  answerGivenUp,
  answerTaken,
} from "../../../../core/fulfilment/shared-printers/answer-requests.ts";
import { bringBackLabels } from "../../../../core/fulfilment/shared-printers/bring-back-labels.ts";
import {
  endStation,
  leaveOthers,
  expireRequest,
  expireUnanswered,
  pruneRequests,
} from "../../../../core/fulfilment/shared-printers/end-requests.ts";
import { createSharing } from "../../../../core/fulfilment/shared-printers/share-printers.ts";
import {
  cancelPrintRequest,
  getPrintRequest,
  listPrintRequests,
  listSharedPrinters,
} from "../../../../core/fulfilment/shared-printers/shared-printers.service.ts";
import { takeRequest } from "../../../../core/fulfilment/shared-printers/take-requests.ts";
import { cancelNow } from "../../../helpers/far-carrier.ts";
import { printerRecord } from "../../../../core/printing/printer.ts";
import { exchange } from "../../sync/two-stations.ts";
import { desks, PRINTER } from "./loose-desks.ts";

describe("a print that is requested from another station", () => {
  it("a requested print of a label ends the job that waited for a printer here, and a packing slip does not", async () => {
    const d = await desks();
    const here = (): unknown[] =>
      d.a.deps.db.raw.prepare("SELECT status, last_error FROM print_jobs ORDER BY id").all();
    const first = inTransaction(d.a.deps, () =>
      enqueueFirst(d.a.deps, {
        organizationID: d.actor.organizationID,
        memberID: d.actor.memberID,
        shipmentID: d.shipmentID,
        barcode: "B",
        target: "label",
      }),
    );
    d.ask({ document: "packingSlip" });
    expect(here()).toMatchObject([{ status: "QUEUED" }]);
    d.ask();
    expect(here()).toEqual([
      { status: "FAILED", last_error: expect.stringContaining("printed elsewhere") },
    ]);
    expect(first).toBeDefined();
  });

  describe("a requested label returns to this station's waiting list", () => {
    const aWaiting = async () => {
      const d = await desks();
      const job = inTransaction(d.a.deps, () =>
        enqueueFirst(d.a.deps, {
          organizationID: d.actor.organizationID,
          memberID: d.actor.memberID,
          shipmentID: d.shipmentID,
          barcode: "B",
          target: "label",
        }),
      );
      const waits = (): string =>
        d.a.deps.db.raw
          .prepare("SELECT status FROM print_jobs WHERE id = ?")
          .pluck()
          .get(job?.id) as string;
      const bringBack = (stations = d.here): string => (
        bringBackLabels(d.a.deps, stations, d.actor.organizationID),
        bringBackLabels(d.a.deps, stations, d.actor.organizationID),
        waits()
      );
      const pass = (ms: number): void => void [d.a, d.owner].forEach((s) => (s.clock.nowMs += ms));
      return { ...d, bringBack, pass };
    };

    it("a cancelled request returns the label only after the other station has answered that it printed nothing", async () => {
      for (const isTaken of [false, true]) {
        const d = await aWaiting();
        const request = d.ask();
        expect(d.bringBack()).toBe("FAILED");
        exchange(d.a, d.owner);
        if (isTaken) await d.take(request);
        cancelPrintRequest(d.a.deps, d.actor, request.id);
        expect(d.bringBack()).toBe("FAILED");
        exchange(d.a, d.owner);
        answerGivenUp(d.owner.deps, d.rowAt(d.owner, request));
        exchange(d.a, d.owner);
        expect([isTaken, d.bringBack(), getPrintRequest(d.a.deps, d.actor, request.id)]).toEqual([
          isTaken,
          "QUEUED",
          expect.objectContaining({ state: "CANCELLED", reason: "" }),
        ]);
      }
    });

    it("a request that the other station refused or let expire returns the label", async () => {
      const [refused, late] = [await aWaiting(), await aWaiting()];
      const request = refused.ask();
      refused.kept["printers"] = [];
      exchange(refused.a, refused.owner);
      await refused.take(request);
      exchange(refused.a, refused.owner);
      const second = late.ask();
      exchange(late.a, late.owner);
      expireRequest(late.owner.deps, late.rowAt(late.owner, second));
      exchange(late.a, late.owner);
      expect([refused.bringBack(), late.bringBack()]).toEqual(["QUEUED", "QUEUED"]);
    });

    it("a request returns a label whose waiting job was ended by a version with another error text", async () => {
      const d = await aWaiting();
      const request = d.ask();
      d.a.deps.db.raw.exec(
        `UPDATE print_jobs SET last_error = 'printed elsewhere' || char(9) || 'Another sentence.'`,
      );
      exchange(d.a, d.owner);
      expireRequest(d.owner.deps, d.rowAt(d.owner, request));
      exchange(d.a, d.owner);
      expect(d.bringBack()).toBe("QUEUED");
    });

    it("a request that expired while this station was disconnected returns the label, also after a cancellation", async () => {
      for (const isCancelled of [false, true]) {
        const d = await aWaiting();
        const cutOff = { ...d.here, cutOffSince: () => d.a.clock.nowMs - 3_600_000 };
        const request = d.ask();
        if (isCancelled) cancelPrintRequest(d.a.deps, d.actor, request.id);
        expect(d.bringBack(cutOff)).toBe("FAILED");
        d.pass(11 * 60_000);
        if (!isCancelled) expireUnanswered(d.a.deps, cutOff, d.rowAt(d.a, request));
        expect(d.bringBack(cutOff)).toBe("QUEUED");
      }
    });

    it("a label stays off the list if it may have been printed, its shipment is cancelled, or a newer request exists", async () => {
      const [printed, silent, cancelled, again] = [
        await aWaiting(),
        await aWaiting(),
        await aWaiting(),
        await aWaiting(),
      ];
      const request = printed.ask();
      exchange(printed.a, printed.owner);
      await printed.take(request);
      printed.print(request.id);
      cancelPrintRequest(printed.a.deps, printed.actor, request.id);
      exchange(printed.a, printed.owner);
      answerGivenUp(printed.owner.deps, printed.rowAt(printed.owner, request));
      exchange(printed.a, printed.owner);

      const unanswered = silent.ask();
      silent.pass(11 * 60_000);
      expireUnanswered(silent.a.deps, silent.here, silent.rowAt(silent.a, unanswered));

      const over = cancelled.ask();
      expireRequest(cancelled.a.deps, cancelled.rowAt(cancelled.a, over));
      await cancelNow(cancelled.a.deps, cancelled.actor, cancelled.shipmentID);

      expireRequest(again.a.deps, again.rowAt(again.a, again.ask()));
      again.ask();
      expect([printed, silent, cancelled, again].map((d) => d.bringBack())).toEqual([
        "FAILED",
        "FAILED",
        "FAILED",
        "FAILED",
      ]);
    });
  });

  it("a request becomes one job with the request's id, however often it arrives and is taken", async () => {
    const d = await desks();
    const request = d.ask({ transactionID: d.transactionID, shipmentID: undefined });
    exchange(d.a, d.owner);
    const asked = d.rowAt(d.owner, request);
    expect([await d.take(request), await takeRequest(d.owner.deps, d.there, asked)]).toEqual([
      true,
      false,
    ]);
    const commits = d.a.outbox(0).map(({ stamped }) => stamped);
    d.owner.apply(commits);
    d.owner.apply(commits.toReversed());
    expect([d.jobs(), d.rowAt(d.owner, request)]).toEqual([
      [{ id: request.id, status: "QUEUED" }],
      expect.objectContaining({ state: "TAKEN", jobID: request.id }),
    ]);
    exchange(d.a, d.owner);
    expect(d.states(request)).toEqual(["TAKEN", "TAKEN"]);
    d.print(request.id);
    answerTaken(d.owner.deps, d.rowAt(d.owner, request));
    exchange(d.a, d.owner);
    expect(getPrintRequest(d.a.deps, d.actor, request.id)).toMatchObject({
      state: "PRINTED",
      reason: "",
      isFromHere: true,
    });
  });

  it("a request cancelled while it is taken stays cancelled if nothing was printed, and otherwise is answered as printed", async () => {
    const d = await desks();
    const [waiting, printed] = [d.ask(), d.ask()];
    exchange(d.a, d.owner);
    for (const request of [waiting, printed]) expect(await d.take(request)).toBe(true);
    d.print(printed.id);
    for (const request of [waiting, printed])
      expect(cancelPrintRequest(d.a.deps, d.actor, request.id).state).toBe("CANCELLED");
    exchange(d.a, d.owner);
    for (const request of [waiting, printed])
      answerGivenUp(d.owner.deps, d.rowAt(d.owner, request));
    exchange(d.a, d.owner);
    expect([d.states(waiting), d.states(printed)]).toEqual([
      ["CANCELLED", "CANCELLED"],
      ["PRINTED", "PRINTED"],
    ]);
    expect(d.jobs()).toEqual([
      { id: waiting.id, status: "FAILED" },
      { id: printed.id, status: "SENT" },
    ]);
  });

  it("a station that can no longer print a request refuses it with the reason", async () => {
    const d = await desks();
    const causes: [string, () => Promise<void> | void, object][] = [
      [
        "not shared",
        () => void (d.kept["printers"] = [printerRecord({ ...PRINTER, isShared: false })]),
        {},
      ],
      [
        "printer off",
        () => void (d.kept["printers"] = [printerRecord({ ...PRINTER, isActive: false })]),
        {},
      ],
      ["printer removed", () => void (d.kept["printers"] = []), {}],
      [
        "shipment cancelled",
        () => void (d.kept["printers"] = [printerRecord(PRINTER)]),
        { transactionID: d.transactionID, shipmentID: undefined },
      ],
    ];
    for (const [code, change, order] of causes) {
      const request = d.ask(order);
      await change();
      if (code === "shipment cancelled") await cancelNow(d.a.deps, d.actor, d.shipmentID);
      exchange(d.a, d.owner);
      expect([code, await d.take(request)]).toEqual([code, true]);
      exchange(d.a, d.owner);
      expect(getPrintRequest(d.a.deps, d.actor, request.id)).toMatchObject({
        state: "FAILED",
        reasonCode: code,
      });
    }
    expect(d.jobs()).toEqual([]);
    expect(() => d.ask()).toThrow(expect.objectContaining({ code: "E1072" }));
  });

  it("a request that expired before its printer was ready is not printed, and is answered as expired", async () => {
    const d = await desks();
    const request = d.ask({ expiresInMinutes: 2 });
    exchange(d.a, d.owner);
    // The station's clock is a minute ahead of the hub's.
    d.owner.clock.nowMs += 60_000;
    await takeRequest(
      d.owner.deps,
      { ...d.there, hubNow: () => d.owner.clock.nowMs - 60_000 },
      d.rowAt(d.owner, request),
    );
    d.owner.clock.nowMs += 110_000;
    expireJobs(d.owner.deps);
    answerTaken(d.owner.deps, d.rowAt(d.owner, request));
    exchange(d.a, d.owner);
    expect(d.states(request)).toEqual(["TAKEN", "TAKEN"]);
    d.owner.clock.nowMs += 10_000;
    expireJobs(d.owner.deps);
    answerTaken(d.owner.deps, d.rowAt(d.owner, request));
    exchange(d.a, d.owner);
    expect([d.states(request), d.jobs()]).toEqual([
      ["EXPIRED", "EXPIRED"],
      [{ id: request.id, status: "FAILED" }],
    ]);
  });

  it("a request made before the printer's station restored an older copy is not printed, and its answer says so", async () => {
    const d = await desks();
    const [asked, taken] = [d.ask(), d.ask()];
    exchange(d.a, d.owner);
    await d.take(taken);
    inTransaction(d.owner.deps, () => d.owner.deps.db.sql("DELETE FROM print_jobs").run());
    writeMeta(d.owner.deps.db, RESTORED_AT, d.owner.deps.now());
    await d.take(asked);
    answerTaken(d.owner.deps, d.rowAt(d.owner, taken));
    exchange(d.a, d.owner);
    for (const request of [asked, taken])
      expect(getPrintRequest(d.a.deps, d.actor, request.id)).toMatchObject({
        state: "FAILED",
        reasonCode: "restored",
      });
    const later = d.ask();
    exchange(d.a, d.owner);
    await d.take(later);
    expect(d.jobs()).toEqual([{ id: later.id, status: "QUEUED" }]);
  });

  it("the requests from and to a station that leaves the hub end, and each reason names the station that left", async () => {
    const d = await desks();
    const request = d.ask();
    exchange(d.a, d.owner);
    leaveOthers(d.a.deps);
    leaveOthers(d.owner.deps);
    expect([d.a, d.owner].map((s) => d.rowAt(s, request))).toMatchObject([
      {
        state: "EXPIRED",
        reason: expect.stringContaining("The requesting station left the hub") as string,
      },
      {
        state: "EXPIRED",
        reason: expect.stringContaining("The printer's station left the hub") as string,
      },
    ]);
  });

  it("a request that this station has not taken ends when the requesting station has left, and its reason names that station", async () => {
    const d = await desks();
    const request = d.ask();
    exchange(d.a, d.owner);
    endStation(d.owner.deps, d.a.deps.db.stationID);
    expect(d.rowAt(d.owner, request)).toMatchObject({
      state: "EXPIRED",
      reason: expect.stringMatching(/^station gone.*The requesting station left the hub/) as string,
    });
  });

  it("a request ends when the printer's station has left, and stays visible for thirty days to members who may see it", async () => {
    const d = await desks();
    const [asked, taken] = [d.ask(), d.ask()];
    exchange(d.a, d.owner);
    await d.take(taken);
    exchange(d.a, d.owner);
    endStation(d.a.deps, d.owner.deps.db.stationID);
    expect([asked, taken].map(({ id }) => getPrintRequest(d.a.deps, d.actor, id))).toMatchObject([
      {
        state: "EXPIRED",
        reasonCode: "station gone",
        reason: expect.stringContaining("Check there whether the document was printed") as string,
      },
      { state: "FAILED", reasonCode: "station gone" },
    ]);
    expect(listSharedPrinters(d.a.deps, d.actor, d.here)).toEqual([]);
    expect(() => d.ask()).toThrow(expect.objectContaining({ code: "E2147" }));
    const limited: Actor = { ...d.actor, memberID: "another", role: "limitedAccessUser" };
    const list = (actor: Actor): string[] =>
      listPrintRequests(d.a.deps, actor, { limit: 10 }).map(({ id }) => id);
    expect([list(d.actor), list(limited)]).toEqual([[taken.id, asked.id], []]);
    expect(() => getPrintRequest(d.a.deps, limited, asked.id)).toThrow(
      expect.objectContaining({ code: "E2153" }),
    );
    expect(() =>
      getPrintRequest(d.a.deps, { ...d.actor, organizationID: "other" }, asked.id),
    ).toThrow(expect.objectContaining({ code: "E2153" }));
    // Ids use this machine's clock.
    d.a.clock.nowMs = Date.now() + 29 * 86_400_000;
    expect(pruneRequests(d.a.deps, 100)).toBe(0);
    d.a.clock.nowMs = Date.now() + 31 * 86_400_000;
    expect([pruneRequests(d.a.deps, 1), pruneRequests(d.a.deps, 100), list(d.actor)]).toEqual([
      1,
      1,
      [],
    ]);
    expect(
      d.a.deps.db.raw
        .prepare("SELECT count(*) FROM row_clocks WHERE table_name = 'print_requests'")
        .pluck()
        .get(),
    ).toBe(0);
  });
});

describe("a shared printer", () => {
  it("a shared printer is written only when it changes, stays ready while it prints, and is withdrawn when unshared", async () => {
    const d = await desks();
    const written = (): number => d.owner.outbox(0).length;
    const shown = () =>
      listSharedPrinters(d.a.deps, d.actor, d.here).map(({ name, state }) => ({ name, state }));
    const before = written();
    for (const state of ["ready", "busy", "unknown", "ready"] as const) d.sharing(state);
    expect(written()).toBe(before);
    // The printer was written a moment ago, so a change of its state waits and a change of its name
    // does not.
    d.sharing("paper out");
    expect(written()).toBe(before);
    d.kept["printers"] = [printerRecord({ ...PRINTER, name: "Zebra 2" })];
    d.sharing("paper out");
    exchange(d.a, d.owner);
    expect([written(), shown()]).toEqual([before + 1, [{ name: "Zebra 2", state: "paper out" }]]);
    d.kept["printers"] = [printerRecord({ ...PRINTER, isShared: false })];
    d.sharing("paper out");
    exchange(d.a, d.owner);
    expect(shown()).toEqual([]);
  });

  it("a copy of a station's folder does not take over the original station's shared printer", async () => {
    const d = await desks();
    const copy = createSharing(
      { ...d.a.deps, settings: d.owner.deps.settings },
      { stateOf: () => ({ state: "head open", message: "", at: null }) },
      d.here,
    );
    copy(d.actor.organizationID);
    expect(listSharedPrinters(d.a.deps, d.actor, d.here)).toMatchObject([
      { stationID: d.owner.deps.db.stationID, state: "ready" },
    ]);
  });
});
