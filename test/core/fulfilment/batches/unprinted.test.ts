import { describe, expect, it } from "vitest";
import type { Batch, Unprinted } from "../../../../core/fulfilment/batches/batches.schema.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import {
  insertRequest,
  updateRequest,
} from "../../../../core/fulfilment/shared-printers/print-requests.store.ts";
import { call, memberWithToken, trueTime, type Station } from "../../../helpers/station.ts";
import { act, bought, items, quiet, start, until, withSimulator } from "./a-batch.ts";

/** Purchases are found by their ids, which contain the machine's time. */
const TODAY = { world: { now: trueTime } };

describe("labels that were bought and never printed", () => {
  const unprinted = async (s: Station, query = ""): Promise<Unprinted> =>
    (await s.desk<Unprinted>("GET", `/station/batches/unprinted${query}`)).data;
  const ids = (labels: readonly { readonly id: string }[]): string[] => labels.map(({ id }) => id);

  it("unprinted labels are listed in order of purchase, counted by carrier, previewed, and filtered by carrier and day", async () => {
    const { s } = await withSimulator({ mode: "ok" }, TODAY);
    const labels = await bought(s, 3);
    const found = await unprinted(s, "?sort=zone");
    expect(found.shipmentIDs).toEqual(ids(labels));
    expect(found.carriers.map(({ labels: count }) => count)).toEqual([3]);
    expect(
      found.preview.map(({ position, barcode, status, providerCode }) => [
        position,
        barcode,
        status,
        providerCode,
      ]),
    ).toEqual(
      labels.map(({ barcode }, i) => [i + 1, barcode, "", found.carriers[0]?.providerCode]),
    );
    expect((await unprinted(s, "?carrier=none")).shipmentIDs).toEqual([]);
    expect((await unprinted(s, "?day=2020-01-01&days=7")).carriers).toEqual([]);
    expect(await s.desk("GET", "/station/batches/unprinted?day=2020-02-30")).toMatchObject({
      status: 400,
      code: "E1085",
    });
  });

  it("printed labels and labels waiting for a printer or in a batch are not listed, and labels of a stopped batch are", async () => {
    const { s } = await withSimulator({ mode: "slow", slowMs: 400 }, TODAY);
    const [waiting, ...labels] = await bought(s, 9);
    const printer = (await s.desk<{ list: { id: string }[] }>("GET", "/station/printers")).data
      .list[0]?.id;
    const batch = await start(s, labels, { printerID: printer });
    expect(batch.printerID).toBe(printer);
    await s.desk("POST", "/station/printjobs", { shipmentID: waiting?.id });
    expect((await unprinted(s)).shipmentIDs).toEqual([]);
    await until(s, batch, "a label is printed", ({ printed }) => printed >= 1);
    await act(s, batch, "stop");
    await quiet();
    const left = (await items(s, batch))
      .filter(({ status }) => status === "" || status === "FAILED")
      .map(({ shipmentID }) => shipmentID);
    expect(left.length).toBeGreaterThan(2);
    expect((await unprinted(s)).shipmentIDs).toEqual(left);
    expect(
      (
        await start(
          s,
          left.map((id) => ({ id })),
        )
      ).total,
    ).toBe(left.length);
  });

  it(
    "labels stay listed after the packing slip of their order was printed",
    { tags: "all" },
    async () => {
      const { s } = await withSimulator({ mode: "ok" }, TODAY);
      const labels = await bought(s, 1);
      const printer = (await s.desk<{ list: { id: string }[] }>("GET", "/station/printers")).data
        .list[0]?.id;
      await s.desk("PUT", "/station/printers/roles", { packingSlip: printer });
      const { data } = await s.desk<PrintJob>(
        "POST",
        `/station/shipments/${labels[0]?.id}/packing-slip/print`,
      );
      expect(data.kind).toBe("PAPER");
      expect((await unprinted(s)).shipmentIDs).toEqual(ids(labels));
    },
  );

  it("a label requested from another station is listed only after its request has expired", async () => {
    const { s } = await withSimulator({ mode: "ok" }, TODAY);
    const labels = await bought(s, 2);
    const { deps } = s.core;
    const { organizationID, memberID } = s.started;
    const request = {
      id: deps.newId(),
      updatedAt: deps.now(),
      organizationID,
      fromStationID: deps.db.stationID,
      fromStationName: "",
      toStationID: "far",
      toStationName: "",
      printerID: "p",
      printerName: "",
      shipmentID: labels[0]?.id ?? "",
      transactionID: "",
      document: "label",
      copies: 1,
      askedBy: memberID,
      askedAt: deps.now(),
      expiresAt: deps.now(),
      state: "ASKED",
      reason: "",
      jobID: null,
    } as const;
    inTransaction(deps, () => insertRequest(deps.db, request));
    expect((await unprinted(s)).shipmentIDs).toEqual([labels[1]?.id]);
    inTransaction(deps, () =>
      updateRequest(deps.db, request.id, { state: "EXPIRED", updatedAt: deps.now() }, "ASKED"),
    );
    expect((await unprinted(s)).shipmentIDs).toEqual(ids(labels));
  });

  it("a member with limited access sees only their own unprinted labels", async () => {
    const { s } = await withSimulator({ mode: "ok" }, TODAY);
    await bought(s, 1);
    const { token } = memberWithToken(s, "limitedAccessUser");
    const answer = await call(s.url, token, { method: "GET", path: "/station/batches/unprinted" });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { carriers: [], shipmentIDs: [], preview: [] },
    ]);
  });
});

it("an open batch is still listed when twenty newer batches exist", async () => {
  const { s } = await withSimulator({ mode: "paper out" }, TODAY);
  const labels = await bought(s, 3);
  const old = await start(s, labels.slice(0, 2));
  await act(s, old, "pause");
  for (let i = 0; i < 20; i += 1)
    await act(s, await start(s, labels.slice(2), { reason: "lost" }), "stop");
  const { data } = await s.desk<{ list: Batch[] }>("GET", "/station/batches");
  expect([data.list.length, data.list.at(-1)?.id]).toEqual([21, old.id]);
});
