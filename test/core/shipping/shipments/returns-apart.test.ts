/**
 * A return is not an outgoing parcel of this desk: it is not packed, not counted among packed
 * parcels, and not collected here.
 */
import { describe, expect, it } from "vitest";
import type { Unprinted } from "../../../../core/fulfilment/batches/batches.schema.ts";
import type { Board } from "../../../../core/shipping/board/board.schema.ts";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { DeskDay } from "../../../../core/fulfilment/packing/packing.schema.ts";
import type { ManifestCarrier } from "../../../../core/fulfilment/papers/papers.schema.ts";
import type { PackerDay } from "../../../../core/fulfilment/reports/reports.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { listWaitingIDs } from "../../../../core/shipping/shipments/shipments.service.ts";
import type { DeskFacts, WaitingOrder } from "../../../../core/station/station.schema.ts";
import {
  boughtShipment,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

type Waiting = { total: number; list: WaitingOrder[]; held: WaitingOrder[] };

const read = async <T>(s: Station, path: string): Promise<T> => (await s.desk<T>("GET", path)).data;

/** Starts a station whose clock matches the ids of purchases, which contain the machine's time. */
async function stationNow(): Promise<Station> {
  const s = await station();
  s.clock.nowMs = Date.now();
  return s;
}

const makeReturn = async (s: Station, id: string): Promise<Shipment> =>
  (await s.desk<Shipment>("POST", `/shipments/${id}`, { isReturn: true })).data;
const buy = (s: Station, { offers }: Shipment): Promise<unknown> =>
  s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });

describe("a return", () => {
  it("a return without a label is neither listed nor counted as a waiting order, even on hold, and is not prefetched", async () => {
    const s = await stationNow();
    const waiting = await shipmentWithOffers(s);
    const { shipment } = await boughtShipment(s);
    const made = await makeReturn(s, shipment.id);
    const facts = async (): Promise<unknown> => {
      const { total, list, held } = await read<Waiting>(s, "/station/orders/waiting");
      return [
        total,
        list.map((one) => one.shipmentID),
        held.length,
        (await read<DeskFacts>(s, "/station/desk")).waiting,
        listWaitingIDs(s.core.deps, s.started.organizationID, 10),
      ];
    };
    expect(await facts()).toEqual([1, [waiting.id], 0, 1, [waiting.id]]);
    await s.desk("PUT", `/station/shipments/${made.id}/hold`, { reason: "OUT_OF_STOCK" });
    expect(await facts()).toEqual([1, [waiting.id], 0, 1, [waiting.id]]);
  });

  it("a return with a label is on no manifest, not among unprinted labels, and counts for no packer and no desk", async () => {
    const s = await stationNow();
    const { shipment } = await boughtShipment(s);
    await buy(s, await makeReturn(s, shipment.id));
    const day = new Date(s.clock.nowMs + 3 * 3_600_000).toISOString().slice(0, 10);
    expect(
      (await read<ManifestCarrier[]>(s, "/station/manifest/carriers")).map(
        ({ parcels }) => parcels,
      ),
    ).toEqual([1]);
    expect((await read<Unprinted>(s, "/station/batches/unprinted")).shipmentIDs).toEqual([
      shipment.id,
    ]);
    expect(
      (await read<DeskDay>(s, "/station/packing/today")).list.map(({ shipmentID }) => shipmentID),
    ).toEqual([shipment.id]);
    expect(
      (await read<PackerDay>(s, `/station/reports/packers?day=${day}`)).packers.map(
        ({ labels }) => labels,
      ),
    ).toEqual([1]);
  });

  it("a return is bought even if all items must be scanned first, because its items are not here", async () => {
    const s = await stationNow();
    const { shipment } = await boughtShipment(s, {
      items: [{ title: "Kupa", quantity: 2, ean: "8690000000012" }],
    });
    const made = await makeReturn(s, shipment.id);
    await s.desk("PATCH", "/station/packing/settings", { requireScannedItems: true });
    expect(await buy(s, made)).toMatchObject({
      status: 201,
      data: { transaction: { shipment: { isReturn: true } } },
    });
  });

  it("a return is marked on the board, and its detail names the services of its offers", async () => {
    const s = await stationNow();
    const { shipment } = await boughtShipment(s);
    const made = await makeReturn(s, shipment.id);
    const { serviceNames } = await read<ShipmentDetail>(s, `/station/shipments/${made.id}`);
    expect(Object.keys(serviceNames)).toContain(made.offers?.cheapest?.providerServiceCode);
    await buy(s, made);
    const { columns } = await read<Board>(s, "/station/tracking/board");
    expect(
      columns.flatMap(({ list }) => list.map(({ shipmentID, isReturn }) => [shipmentID, isReturn])),
    ).toEqual([
      [made.id, true],
      [shipment.id, false],
    ]);
  });

  it("a return is found by its sender's name and phone, and its original shipment names it", async () => {
    const s = await stationNow();
    const { shipment } = await boughtShipment(s);
    const [first, second] = [await makeReturn(s, shipment.id), await makeReturn(s, shipment.id)];
    const { name, phone } = first.senderAddress ?? { name: "", phone: "" };
    for (const text of [name, phone]) {
      const { list } = await read<{ list: { id: string }[] }>(
        s,
        `/station/shipments/search?filter=${encodeURIComponent(text)}`,
      );
      expect(list.map(({ id }) => id)).toEqual([second.id, first.id, shipment.id]);
    }
    const returnsOf = async (id: string): Promise<unknown> =>
      (await read<ShipmentDetail>(s, `/station/shipments/${id}`)).returns;
    expect(await returnsOf(shipment.id)).toEqual(
      [second, first].map(({ id, organizationShipmentID }) => ({ id, organizationShipmentID })),
    );
    expect(await returnsOf(first.id)).toEqual([]);
  });

  it("a return has its label as a PDF from its purchase until its cancellation", async () => {
    const s = await stationNow();
    const { shipment } = await boughtShipment(s);
    const made = await makeReturn(s, shipment.id);
    const path = `/api/v1/station/labels/${made.id}/label.pdf`;
    const file = async (): Promise<unknown> => {
      const answer = await fetch(new URL(path, s.url), {
        headers: { authorization: `Bearer ${s.started.token}` },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.ok
        ? [answer.headers.get("content-disposition"), bytes.subarray(0, 5).toString()]
        : (JSON.parse(bytes.toString()) as { code: string }).code;
    };
    expect(await file()).toBe("E2020");
    await buy(s, made);
    expect(await file()).toEqual([
      expect.stringContaining(`label-${made.organizationShipmentID}.pdf`),
      "%PDF-",
    ]);
    await s.desk("DELETE", `/shipments/${made.id}`);
    expect(await file()).toBe("E2045");
  });
});
