/** Calls by which a marketplace says that a parcel has moved. */
import { describe, expect, it } from "vitest";
import { hookOf } from "../../../core/shipping/shipments/signed-links.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Webhook } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { boughtThere, deskBehindProxy, type ProxiedDesk } from "../../helpers/marketplace.ts";
import { TRACES, tracesIn, withoutTraces } from "../../helpers/erased-person.ts";
import { eventually, RECIPIENT } from "../../helpers/station.ts";
import { someOf } from "../../helpers/some-of.ts";

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

const stateOf = async (s: ProxiedDesk, id: string): Promise<string> =>
  (await s.call<Shipment>("GET", `/shipments/${id}`)).body.data.statusCode;

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

  it.each(someOf(["another path", "another key", "no parcel of ours", "another barcode"], 4))(
    "with %s reads nothing",
    async (what) => {
      const s = await deskBehindProxy();
      const { there } = await moved(s);
      const { path, headerValue } = hookOf(s.core.deps.db, s.accountID);
      const before = readsOf(s, there);
      const status = await hit(
        s,
        what === "another path" ? `${path.slice(0, -1)}${path.endsWith("_") ? "-" : "_"}` : path,
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

  it("can be entered there by hand: its path and key are shown to an admin", async () => {
    const s = await deskBehindProxy();
    const { body } = await s.call("GET", `/station/marketplaces/${s.accountID}/hook`);
    expect(body.data).toEqual({
      ...hookOf(s.core.deps.db, s.accountID),
      headerName: "X-Hook-Key",
    });
  });

  it("that the marketplace refuses says the marketplace's words (E2191)", async () => {
    const s = await deskBehindProxy();
    s.proxy.faultOf = ({ method }) => (method === "POST" ? "refused" : "none");
    const path = `/station/marketplaces/${s.accountID}/hook`;
    const { status, body } = await s.call("PUT", path, { address: "https://93.184.215.14" });
    expect([status, body.code, body.message]).toEqual([
      409,
      "E2191",
      "Pazar refused (E1999): Kabul edilmedi.",
    ]);
  });

  it("about a parcel whose recipient was erased reads nothing", async () => {
    const s = await deskBehindProxy();
    const { shipment } = await boughtThere(s, {
      recipientAddress: { ...RECIPIENT, phone: "+905559876543" },
    });
    const [there] = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    if (there === undefined) throw new Error("the marketplace has no shipment");
    const scan = async (subCode: string, details: string): Promise<void> => {
      const path = `/station/shipments/${there.id}/tracking`;
      await s.market.call("POST", path, { subCode, details, statusDate: new Date().toISOString() });
    };
    const { path, headerValue } = hookOf(s.core.deps.db, s.accountID);
    await scan("delivered", "");
    await hit(s, path, headerValue, { data: there });
    await eventually(
      "the parcel is delivered",
      async () => (await stateOf(s, shipment.id)) === "DELIVERED",
    );
    await s.call("POST", "/station/privacy/erasures", { phone: "5559876543" });
    await withoutTraces(s.core.deps);
    const before = readsOf(s, there);
    await scan("delivered", `Teslim alan: ${TRACES[0]}`);
    await hit(s, path, headerValue, { data: there });
    await new Promise((done) => setTimeout(done, 200));
    expect([readsOf(s, there), tracesIn(s.core.deps)]).toEqual([before, []]);
  });

  it("causes at most 60 reads in a minute", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    const { there } = await moved(s);
    const { path, headerValue } = hookOf(s.core.deps.db, s.accountID);
    const [before, beganMs] = [readsOf(s, there), performance.now()];
    for (let i = 0; i < 300; i += 1) await hit(s, path, headerValue, { data: there });
    // A slow machine needs more than a minute for the calls.
    const minutes = 1 + Math.floor((performance.now() - beganMs) / 60_000);
    const reads = readsOf(s, there) - before;
    expect([reads > 0, reads <= 60 * minutes]).toEqual([true, true]);
  });

  it("that the marketplace does not end is not shown as ended (E2191); one that is gone there is", async () => {
    const s = await deskBehindProxy();
    const set = async (address: string) =>
      await s.call("PUT", `/station/marketplaces/${s.accountID}/hook`, { address });
    await set("https://93.184.215.14:4748");
    s.proxy.faultOf = ({ method }) => (method === "DELETE" ? "refused" : "none");
    const { status, body } = await set("");
    expect([status, body.code]).toEqual([409, "E2191"]);
    s.proxy.faultOf = ({ method }) => (method === "DELETE" ? "gone" : "none");
    expect((await set("")).status).toBe(200);
  });

  it(
    "is removed there with its account, which is also removed while the marketplace is away",
    { tags: "all" },
    async () => {
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
    },
  );
});
