import { describe, expect, it } from "vitest";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import { station, type Station } from "../../helpers/station.ts";
import { facts, RECIPIENT, SENDER } from "./sample-station.ts";

const offersOf = async (s: Station, code: string): Promise<number> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data.shipment.offers?.list
    .length ?? 0;

describe("a station without carriers", () => {
  it("a station reports that it has no carriers, and waiting orders get offers once sample prices are added", async () => {
    const s = await station({ demo: false });
    await s.desk("POST", "/addresses", SENDER);
    await s.desk("POST", "/shipments", {
      recipientAddress: RECIPIENT,
      length: 10,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber: "N-1" },
    });
    expect(await facts(s)).toMatchObject({ hasCarriers: false, samplePrices: false });
    expect(await offersOf(s, "N-1")).toBe(0);

    const { status, data } = await s.desk("POST", "/station/carriers/sample");
    expect(status).toBe(201);
    expect(data).toEqual({
      added: expect.any(Number) as number,
      isSample: true,
      note: expect.stringContaining("SAMPLE") as string,
    });
    expect((data as { added: number }).added).toBeGreaterThan(0);
    expect(await facts(s)).toMatchObject({ hasCarriers: true, samplePrices: true });
    expect(await offersOf(s, "N-1")).toBeGreaterThan(0);
  });

  it("no sample prices are added to a station that has rate cards", async () => {
    const s = await station();
    expect(await facts(s)).toMatchObject({ hasCarriers: true });
    expect((await s.desk("POST", "/station/carriers/sample")).data).toMatchObject({ added: 0 });
  });
});
