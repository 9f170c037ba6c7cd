/**
 * Searches and exports of disconnected callers, and lists that read many rows, do not delay other
 * calls. Uses real sockets.
 */
import { request, type ClientRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { silentLog, type Log } from "../../../../core/base/log.ts";
import { countReads, ENDLESS } from "../../../helpers/busy-reader.ts";
import { eventually, shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";

function begin(s: Station, path: string): ClientRequest {
  const call = request(`${s.url}${path}`, {
    headers: { authorization: `Bearer ${s.started.token}` },
  }).on("error", () => {});
  call.end();
  return call;
}

describe("four reads that were abandoned while the reader was busy", () => {
  it.each([
    ["searches", "/shipments?sortBy=desi&merchantCode=m"],
    ["exports", "/station/shipments.csv?merchantCode=m"],
    ["pages by key", "/station/shipments?merchantCode=m"],
  ])(
    "abandoned %s are read no further, the next list is answered, and no error is logged",
    async (_name, path) => {
      const errors: unknown[] = [];
      const log: Log = { ...silentLog, error: (fields) => void errors.push(fields) };
      const s = await station({ log });
      await shipmentWithOffers(s);
      const reads = countReads(s);
      const busy = new AbortController();
      const blocking = s.core.deps.reader
        .until(busy.signal)
        .all(ENDLESS, {}, "long")
        .catch(() => {});
      const calls = Array.from({ length: 4 }, () => begin(s, path));
      await eventually("four reads wait behind the busy one", () => reads() === 5);
      for (const call of calls) call.destroy();
      await eventually("they have left", () => reads() === 1);
      busy.abort();
      await blocking;
      expect(
        (await s.call<unknown[]>("GET", "/shipments?statusFilter=GOT_OFFERS")).body.data,
      ).toHaveLength(1);
      expect(errors).toEqual([]);
    },
  );
});

describe("a list of one caller", () => {
  it("a caller's only list is read before most lists that another caller requested first", async () => {
    const s = await station();
    await shipmentWithOffers(s);
    const reads = countReads(s);
    const busy = new AbortController();
    void s.core.deps.reader
      .until(busy.signal)
      .all(ENDLESS, {}, "long")
      .catch(() => {});
    const path = "/shipments?sortBy=desi&merchantCode=m";
    let answered = 0;
    const many = Array.from({ length: 20 }, () => s.call("GET", path).then(() => (answered += 1)));
    await eventually("twenty reads wait behind the busy one", () => reads() === 21);
    const other = s.desk("GET", path).then(() => answered);
    await eventually("the other caller's read waits too", () => reads() === 22);
    busy.abort();
    expect(await other).toBeLessThan(5);
    await Promise.all(many);
  });
});

describe("requests while the reader is busy with a long list", () => {
  it.each([
    ["the shipments of an order", "/shipments?orderNumber=A-1"],
    ["a page by key", "/station/shipments"],
    ["a page by key of one status", "/station/shipments?statusFilter=GOT_OFFERS"],
    ["a page by key of an order", "/station/shipments?orderNumber=A-1"],
  ])("a request for %s is still answered", async (_name, path) => {
    const s = await station();
    await shipmentWithOffers(s);
    const busy = new AbortController();
    let isOver = false;
    const blocking = s.core.deps.reader
      .until(busy.signal)
      .all(ENDLESS, {}, "long")
      .catch(() => (isOver = true));
    const { status } = await s.call("GET", path);
    expect([status, isOver]).toEqual([200, false]);
    busy.abort();
    await blocking;
  });
});
