/**
 * Print requests that a hostile desk of the organization writes to the shared data. The printer's
 * station checks each request by the API's rules before it prints anything.
 */
import { byColumn } from "../../../../core/db/column-names.ts";
import { afterEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { readPrintError } from "../../../../core/printing/print-error.ts";
import {
  insertRequest,
  type PrintRequestRow,
} from "../../../../core/fulfilment/shared-printers/print-requests.store.ts";
import {
  answerWaitingPrints,
  createRequestGate,
  listWaitingPrints,
} from "../../../../core/fulfilment/shared-printers/request-gate.ts";
import {
  startSharedPrinting,
  type SharedPrinting,
} from "../../../../core/fulfilment/shared-printers/run-shared-printers.ts";
import { listPrintRequests } from "../../../../core/fulfilment/shared-printers/shared-printers.service.ts";
import { until } from "../../../helpers/bare-nats.ts";
import { exchange } from "../../sync/two-stations.ts";
import { desks } from "./loose-desks.ts";

const MINUTE_MS = 60_000;
const at = (ms: number): string => new Date(ms).toISOString();

let running: SharedPrinting | undefined;
afterEach(() => running?.stop());

/** Creates the printer's station, and a desk that can write any print request. */
async function hostile() {
  const d = await desks();
  const gate = createRequestGate(d.owner.deps.now);
  const sample = d.rowAt(d.a, d.ask());
  const write = (...changes: Partial<PrintRequestRow>[]): string[] => {
    const now = d.a.clock.nowMs;
    const rows = changes.map((change) => ({
      ...sample,
      id: d.a.deps.newId(),
      askedAt: at(now),
      expiresAt: at(now + 10 * MINUTE_MS),
      ...change,
    }));
    inTransaction(d.a.deps, () =>
      rows.forEach(({ stamp: _, ...row }: PrintRequestRow & { stamp?: string }) =>
        insertRequest(d.a.deps.db, row),
      ),
    );
    return rows.map(({ id }) => id);
  };
  const rowsOf = (ids: readonly string[]): PrintRequestRow[] =>
    ids.map((id) => d.rowAt(d.owner, { id }));
  const begin = (): void =>
    void (running = startSharedPrinting(
      d.owner.deps,
      { stateOf: () => ({ state: "ready", message: "", at: null }) },
      d.there,
      gate,
    ));
  const wake = (): void => running?.jobsChanged();
  const answered = (ids: readonly string[]): Promise<void> =>
    until(
      "all requests are answered",
      () => rowsOf(ids).every(({ state }) => state !== "ASKED"),
      20_000,
    );
  const jobs = (): { id: string; copies: number }[] =>
    d.owner.deps.db
      .sql<{ id: string; copies: number }>("SELECT id, copies FROM print_jobs ORDER BY id")
      .all();
  /**
   * Prints the queued jobs until no more are queued. @returns Most jobs that were queued at once.
   */
  const printAll = async (): Promise<number> => {
    let most = 0;
    for (let quiet = 0; quiet < 3;) {
      const queued = d.owner.deps.db
        .sql<{ id: string }>("SELECT id FROM print_jobs WHERE status = 'QUEUED'")
        .all();
      most = Math.max(most, queued.length);
      for (const { id } of queued) d.print(id);
      wake();
      await new Promise((resolve) => setTimeout(resolve, 60));
      quiet = queued.length === 0 ? quiet + 1 : 0;
    }
    return most;
  };
  return { ...d, gate, sample, write, rowsOf, begin, wake, answered, jobs, printAll };
}

describe("a print request that another desk wrote", () => {
  const UNKNOWN = "01900000-0000-7000-8000-0000000000ff";
  it.each<[string, (now: number) => Partial<PrintRequestRow>]>([
    ["asks for 5,000 copies", () => ({ copies: 5_000 })],
    ["asks for 0 copies", () => ({ copies: 0 })],
    ["asks for -1 copies", () => ({ copies: -1 })],
    ["asks for 9e15 copies", () => ({ copies: 9e15 })],
    ["asks for an unknown kind of document", () => ({ document: "everything" as "label" })],
    ["names an unknown shipment", () => ({ shipmentID: "none" })],
    ["names an unknown purchase", () => ({ transactionID: "x'; DROP TABLE print_jobs" })],
    ["has an invalid id", () => ({ id: `z${"x".repeat(5_000)}` })],
    ["expires in a year", (now) => ({ expiresAt: at(now + 365 * 24 * 60 * MINUTE_MS) })],
    [
      "has tomorrow as its time",
      (now) => ({
        askedAt: at(now + 24 * 60 * MINUTE_MS),
        expiresAt: at(now + 24 * 60 * MINUTE_MS + 10 * MINUTE_MS),
      }),
    ],
    ["has an invalid expiry", () => ({ expiresAt: "never" })],
    ["has the sender id of another desk", () => ({ fromStationID: UNKNOWN })],
    ["has a member id of 5,000 characters", () => ({ askedBy: "m".repeat(5_000) })],
  ])(
    "a request that %s fails with an error naming the desk, prints nothing, and does not block the desk's next request",
    async (_what, change) => {
      const d = await hostile();
      const [bad = "", good = ""] = d.write(
        { ...change(d.a.clock.nowMs), fromStationName: "Bench\t7\n" },
        {},
      );
      exchange(d.a, d.owner);
      d.begin();
      await d.answered([bad, good]);
      expect(d.jobs().filter(({ id }) => id === bad)).toEqual([]);
      const [ended, taken] = d.rowsOf([bad, good]);
      expect([ended?.state, taken?.state]).toEqual(["FAILED", "TAKEN"]);
      const { code, message } = readPrintError(ended?.reason ?? "");
      expect([code, message]).toEqual(["not valid", expect.stringContaining(`The desk "Bench 7"`)]);
      expect(
        listPrintRequests(d.owner.deps, d.actor, { limit: 200 }).map(({ id }) => id),
      ).toContain(good);
    },
  );

  it(
    "a request after ten prints in a minute waits for a person's approval, and approved requests are queued a few at a time",
    { tags: "all" },
    async () => {
      const d = await hostile();
      const ids = d.write(...Array.from({ length: 30 }, () => ({})));
      exchange(d.a, d.owner);
      d.begin();
      expect(await d.printAll()).toBeLessThanOrEqual(4);
      // The request of `sample` is the first of the ten.
      expect(d.jobs().length).toBe(10);
      const waiting = listWaitingPrints(d.owner.deps, d.there);
      expect(waiting).toEqual([
        {
          stationID: d.a.deps.db.stationID,
          stationName: "Desk",
          prints: 21,
          requestIDs: ids.slice(9),
        },
      ]);
      expect(readPrintError(d.rowsOf(ids.slice(-1))[0]?.reason ?? "")).toEqual({
        code: "waits for a person",
        message: expect.stringContaining(`The desk "Desk"`),
      });
      const requestIDs = waiting[0]?.requestIDs ?? [];
      answerWaitingPrints(d.owner.deps, d.there, d.gate, {
        requestIDs: requestIDs.slice(0, 12),
        print: true,
      });
      expect(await d.printAll()).toBeLessThanOrEqual(4);
      expect(d.jobs().length).toBe(22);
      answerWaitingPrints(d.owner.deps, d.there, d.gate, {
        requestIDs: requestIDs.slice(12),
        print: false,
      });
      expect(await d.printAll()).toBe(0);
      const rest = d
        .rowsOf(ids.slice(21))
        .map(({ state, reason }) => ({ state, ...readPrintError(reason) }));
      expect(rest).toEqual(
        rest.map(() => ({
          state: "FAILED",
          code: "not allowed",
          message: expect.stringContaining(`"Desk"`),
        })),
      );
      expect(listWaitingPrints(d.owner.deps, d.there)).toEqual([]);
    },
  );

  it("each copy counts, so after a request for many copies the next request waits for approval", async () => {
    const d = await hostile();
    const [many = "", next = ""] = d.write({ copies: 100 }, {});
    exchange(d.a, d.owner);
    d.begin();
    await until("the second waits", () => listWaitingPrints(d.owner.deps, d.there).length === 1);
    expect(d.jobs()).toEqual([
      { id: d.sample.id, copies: 1 },
      { id: many, copies: 100 },
    ]);
    expect(listWaitingPrints(d.owner.deps, d.there)).toMatchObject([
      { prints: 1, requestIDs: [next] },
    ]);
  });

  it("a request still waits for approval after the printer's station restarts, and the restart allows ten more prints at most", async () => {
    const d = await hostile();
    const [, waiting = "", ...later] = d.write({ copies: 100 }, {});
    exchange(d.a, d.owner);
    d.begin();
    await until("the second waits", () => listWaitingPrints(d.owner.deps, d.there).length === 1);
    await running?.stop();
    later.push(...d.write(...Array.from({ length: 30 }, () => ({}))));
    exchange(d.a, d.owner);
    running = startSharedPrinting(
      d.owner.deps,
      { stateOf: () => ({ state: "ready", message: "", at: null }) },
      d.there,
      createRequestGate(d.owner.deps.now),
    );
    await d.printAll();
    expect(listWaitingPrints(d.owner.deps, d.there)).toMatchObject([
      { prints: 21, requestIDs: [waiting, ...later.slice(10)] },
    ]);
  });

  it("a request that waits for approval expires on time and is not printed", async () => {
    const d = await hostile();
    const [, next = ""] = d.write({ copies: 100 }, {});
    exchange(d.a, d.owner);
    d.begin();
    await until("the second waits", () => listWaitingPrints(d.owner.deps, d.there).length === 1);
    d.owner.clock.nowMs += 11 * MINUTE_MS;
    d.wake();
    await d.answered([next]);
    const [row] = d.rowsOf([next]);
    expect([row?.state, readPrintError(row?.reason ?? "")]).toEqual([
      "EXPIRED",
      { code: "expired", message: expect.stringContaining(`"Desk"`) },
    ]);
    expect(d.jobs().map(({ id }) => id)).not.toContain(next);
  });

  it("a desk's requests beyond the limit are answered without a print job, and another desk's request still gets its job", async () => {
    const d = await hostile();
    const ids = d.write(...Array.from({ length: 1_500 }, () => ({})));
    exchange(d.a, d.owner);
    const other = { ...d.sample, id: d.a.deps.newId(), fromStationID: "other" };
    const { id, stamp: _, ...fields } = other as PrintRequestRow & { stamp?: string };
    const hlc = `${d.a.clock.nowMs.toString(16).padStart(12, "0")}0000-other.1`;
    d.owner.apply([{ hlc, changes: [["print_requests", id, byColumn(fields), 1]] }]);
    d.begin();
    await until(
      "the other desk's request is taken",
      () => d.jobs().some((job) => job.id === id),
      20_000,
    );
    await until(
      "all but 200 requests are answered",
      () => d.rowsOf(ids).filter(({ state }) => state === "ASKED").length <= 200,
      20_000,
    );
    expect(d.jobs().length).toBe(5);
  }, 60_000);
});
