import { expect, it } from "vitest";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { call, memberWithToken, parcel, station } from "../helpers/station.ts";

it("a member with limited access does not learn which order of another member is open at a desk", async () => {
  const s = await station();
  const { token } = memberWithToken(s, "limitedAccessUser");
  const { id } = (
    await s.call<{ id: string }>(
      "POST",
      "/shipments",
      parcel({ test: true, order: { orderNumber: "GIZLI-77" } }),
    )
  ).body.data;
  expect(await s.desk("PUT", "/station/packing", { shipmentID: id })).toMatchObject({
    status: 200,
  });
  expect((await call(s.url, token, { method: "GET", path: `/shipments/${id}` })).status).toBe(404);
  const seen = await call<SyncStatus>(s.url, token, { method: "GET", path: "/station/sync" });
  expect(seen.body.data.stations.map(({ packing }) => packing)).toEqual([null]);
});
