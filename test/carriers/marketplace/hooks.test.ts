/** Calls by which a marketplace says that a parcel has moved. */
import { describe, expect, it } from "vitest";
import { hookOf } from "../../../core/shipping/shipments/signed-links.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Webhook } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { boughtThere, deskBehindProxy, type ProxiedDesk } from "../../helpers/marketplace.ts";
import { eventually } from "../../helpers/station.ts";

async function moved(s: ProxiedDesk): Promise<{ id: string; there: Shipment }> {
  const { shipment } = await boughtThere(s);
  const there = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data[0];
  if (there === undefined) throw new Error("the marketplace has no shipment");
  await s.market.call("POST", `/station/shipments/${there.id}/tracking`, {
    subCode: "package_accepted",
    statusDate: new Date().toISOString(),
  });
  return { id: shipment.id, there };
}

const hit = async (s: ProxiedDesk, path: string, key: string, body: unknown): Promise<number> =>
  (
    await fetch(`${new URL(s.url).origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hook-key": key },
      body: JSON.stringify(body),
    })
  ).status;
const readsOf = (s: ProxiedDesk, { id }: Shipment): number =>
  s.proxy.seen.filter(({ method, path }) => method === "GET" && path.endsWith(id)).length;

describe("a call of a marketplace", () => {
  it("causes the parcel to be read there, and none of its content is believed", async () => {
    const s = await deskBehindProxy();
    const { id, there } = await moved(s);
    const { path, headerValue } = hookOf(s.core.deps.db, s.accountID);
    const lie = { ...there, statusCode: "DELIVERED", trackingStatus: null };
    expect(await hit(s, path, headerValue, { event: "TRACK_UPDATED", data: lie })).toBe(200);
    await eventually(
      "the parcel is read",
      async () =>
        (await s.call<Shipment>("GET", `/shipments/${id}`)).body.data.statusCode === "SHIPPED",
    );
  });

  it.each(["another path", "another key", "no parcel of ours", "another barcode"])(
    "with %s reads nothing",
    async (what) => {
      const s = await deskBehindProxy();
      const { there } = await moved(s);
      const { path, headerValue } = hookOf(s.core.deps.db, s.accountID);
      const before = readsOf(s, there);
      const status = await hit(
        s,
        what === "another path" ? `${path.slice(0, -1)}_` : path,
        what === "another key" ? "wrong" : headerValue,
        {
          data: {
            ...there,
            ...(what === "no parcel of ours" ? { id: crypto.randomUUID() } : {}),
            ...(what === "another barcode" ? { barcode: "UZ99999999" } : {}),
          },
        },
      );
      expect(status).toBe(what.endsWith("path") || what.endsWith("key") ? 404 : 200);
      await new Promise((done) => setTimeout(done, 200));
      expect(readsOf(s, there)).toBe(before);
    },
  );

  it("is registered there once, with its key, and removed", async () => {
    const s = await deskBehindProxy();
    const set = async (address: string): Promise<Webhook[]> => {
      const { status, body } = await s.call("PUT", `/station/marketplaces/${s.accountID}/hook`, {
        address,
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return (await s.market.call<Webhook[]>("GET", "/webhook")).body.data;
    };
    const { path } = hookOf(s.core.deps.db, s.accountID);
    await set("https://93.184.215.14:4748");
    expect(await set("https://93.184.215.14:4749/")).toMatchObject([
      { url: `https://93.184.215.14:4749${path}`, headerName: "X-Hook-Key", isActive: true },
    ]);
    expect(await set("")).toEqual([]);
  });

  it("that the marketplace does not end is not shown as ended: E2033; one that is gone there is", async () => {
    const s = await deskBehindProxy();
    const set = async (address: string) =>
      await s.call("PUT", `/station/marketplaces/${s.accountID}/hook`, { address });
    await set("https://93.184.215.14:4748");
    s.proxy.faultOf = ({ method }) => (method === "DELETE" ? "refused" : "none");
    const { status, body } = await set("");
    expect([status === 200, body.code]).toEqual([false, "E2033"]);
    s.proxy.faultOf = ({ method }) => (method === "DELETE" ? "gone" : "none");
    expect((await set("")).status).toBe(200);
  });

  it("is removed there with its account, which is also removed while the marketplace is away", async () => {
    const s = await deskBehindProxy();
    const remove = async () => await s.call("DELETE", `/provideraccounts/${s.accountID}`);
    await s.call("PUT", `/station/marketplaces/${s.accountID}/hook`, {
      address: "https://93.184.215.14:4748",
    });
    expect((await remove()).status).toBe(200);
    expect((await s.market.call<Webhook[]>("GET", "/webhook")).body.data).toEqual([]);
    const other = await deskBehindProxy();
    other.proxy.faultOf = () => "cut before";
    expect((await other.call("DELETE", `/provideraccounts/${other.accountID}`)).status).toBe(200);
  });
});
