/** A move from a server that does harm, or during which people change their minds. */
import { describe, expect, it } from "vitest";
import type { Organization } from "../../../../core/organizations/organizations.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import {
  emptyStation,
  progressOf,
  questionsOf,
  whenRead,
} from "../../../helpers/moving-station.ts";
import { withoutTraces } from "../../../helpers/erased-person.ts";
import { deskBehindProxy, quoted } from "../../../helpers/marketplace.ts";
import {
  RECIPIENT_THERE,
  REFUSED,
  row,
  rows,
  scriptedServer,
  SENDER_THERE,
  shipmentThere,
  UNSCANNED,
  type Scripted,
} from "../../../helpers/scripted-server.ts";
import { call, eventually, type Station } from "../../../helpers/station.ts";

type Lists = Readonly<Record<string, Scripted>>;
const NONE: Lists = {
  "/addresses": rows([SENDER_THERE]),
  "/recipients": rows([]),
  "/shipments": rows([]),
};

async function begin(to: Station, url: string): Promise<string> {
  const { status, body } = await to.call<MoveIn>("POST", "/station/move-in", { url, token: "t" });
  expect(status).toBe(201);
  return body.data.accountID;
}

async function again(to: Station): Promise<MoveIn> {
  const { accountID } = await progressOf(to);
  await to.call("POST", `/station/move-in/${accountID}/continue`);
  return await whenRead(to);
}

describe("a move that was ended while the server was refusing a list", () => {
  it.each(["moved", "pause"])("by '%s' reads nothing further", async (word) => {
    let answer = (): void => {};
    const until = new Promise<void>((resolve) => (answer = resolve));
    const { url, asked } = await scriptedServer((path) =>
      path === "/members" ? { ...REFUSED, until } : NONE[path],
    );
    const to = await emptyStation();
    const accountID = await begin(to, url);
    await eventually("the list is asked for", () => asked.includes("/members"));
    await to.call("POST", `/station/move-in/${accountID}/${word}`);
    const [{ state }, before] = [await progressOf(to), asked.length];
    answer();
    await eventually("the answer has come", async () => {
      const { body } = await to.call<unknown[]>("GET", `/station/connections/${accountID}/calls`);
      return body.data.length === before;
    });
    await new Promise((done) => setTimeout(done, 100));
    expect([(await progressOf(to)).state, asked.length]).toEqual([state, before]);
  });
});

describe("a person who was erased here", () => {
  it("does not come back with a changed address, shipment or a further shipment", async () => {
    const lists: Record<string, Scripted> = {
      ...NONE,
      "/recipients": rows([RECIPIENT_THERE]),
      "/shipments": rows([shipmentThere(41)]),
    };
    const { url } = await scriptedServer((path) => lists[path]);
    const to = await emptyStation();
    await begin(to, url);
    await whenRead(to);
    const { body } = await to.call("POST", "/station/privacy/erasures", { phone: "5559876543" });
    expect(body.data).toMatchObject({ shipments: 1, addresses: 1 });
    await withoutTraces(to.core.deps);
    const updatedAt = "2026-05-02T10:00:00Z";
    lists["/recipients"] = rows([{ ...RECIPIENT_THERE, updatedAt, address2: "Simurg 2" }]);
    lists["/shipments"] = rows([
      shipmentThere(41, { updatedAt }),
      shipmentThere(42, { ...UNSCANNED, updatedAt }),
      shipmentThere(43, { ...UNSCANNED, statusCode: "CREATED", barcode: "", acceptedOfferID: "" }),
    ]);
    await again(to);
    await withoutTraces(to.core.deps);
  });
});

describe("labels of a server from which an organization has moved", () => {
  it("are not another parcel's", async () => {
    const zpl = "^XA^FO10,10^BCN,100^FD7270000041^FS^XZ";
    const [one, two] = [shipmentThere(41, UNSCANNED), shipmentThere(42, UNSCANNED)];
    const { url } = await scriptedServer((path) => {
      const shown = [one, two].find(({ id }) => path === `/shipments/${id}`);
      if (shown !== undefined) return row({ ...shown, labelURL: "/file" });
      if (path === "/shipments") return rows([one, two]);
      return path === "/file" ? { body: zpl } : NONE[path];
    });
    const to = await emptyStation();
    await begin(to, url);
    await whenRead(to);
    const labelOf = async (id: string): Promise<[number, string]> => {
      const { body } = await to.call<Shipment>("GET", `/shipments/${id}`);
      const answer = await fetch(body.data.labelURL.replace(/[.]pdf$/, ".zpl"));
      return [answer.status, await answer.text()];
    };
    expect(await labelOf(one.id)).toEqual([200, expect.stringContaining("7270000041")]);
    expect(await labelOf(two.id)).toEqual([409, expect.stringMatching(/label of another parcel/)]);
  });
});

describe("a total that no server has", () => {
  it("is not believed, and the move goes on", async () => {
    const { url } = await scriptedServer((path, query) =>
      path === "/addresses" && query.get("page") === "1"
        ? rows([SENDER_THERE], { totalRows: 1e308, totalPages: 2 })
        : NONE[path],
    );
    const to = await emptyStation();
    await begin(to, url);
    expect((await whenRead(to)).counts).toContainEqual(
      expect.objectContaining({ kind: "senders", read: 1, taken: 1 }),
    );
  });
});

describe("two moves", () => {
  it("one after the other give no district to an id that the servers number differently", async () => {
    const serverOf = (name: string) =>
      scriptedServer((path) =>
        path === "/districts" ? rows([{ name, districtID: 990_001, cityCode: "34" }]) : NONE[path],
      );
    const to = await emptyStation();
    const first = await begin(to, (await serverOf("KADIKOY")).url);
    await whenRead(to);
    const post = () =>
      to.call("POST", "/addresses", {
        ...RECIPIENT_THERE,
        cityCode: "34",
        districtName: "",
        districtID: 990_001,
      });
    expect((await post()).status).toBe(201);
    await to.call("POST", `/station/move-in/${first}/moved`);
    const second = await begin(to, (await serverOf("USKUDAR")).url);
    await eventually("the second move has read everything", async () => {
      const { body } = await to.call<MoveIn[]>("GET", "/station/move-in");
      return body.data.find(({ accountID }) => accountID === second)?.state === "READ";
    });
    expect((await post()).body.code).toBe("E1085");
  });

  it("of two organizations do not wait for each other's server", async () => {
    const to = await emptyStation();
    const { body } = await to.call<Organization>("POST", "/organizations", { name: "Başka" });
    const { token } = (
      await to.call<{ token: string }>("POST", "/apitokens", { organizationID: body.data.id })
    ).body.data;
    await begin(to, "http://127.0.0.1:9");
    const { url } = await scriptedServer((path) => NONE[path]);
    const other = { url: to.url, token };
    await call(other.url, token, {
      method: "POST",
      path: "/station/move-in",
      body: { url, token: "t" },
    });
    await eventually("the other organization has moved", async () => {
      const listed = await call<MoveIn[]>(other.url, token, {
        method: "GET",
        path: "/station/move-in",
      });
      return listed.body.data[0]?.state === "READ";
    });
    expect((await progressOf(to)).state).toBe("RUNNING");
  });
});

describe("a server that ignores the page", () => {
  it("gives its only page twice, and then the move goes on", async () => {
    const many = Array.from({ length: 99 }, (_, i) => shipmentThere(i + 1));
    const { url, asked } = await scriptedServer((path) =>
      path === "/shipments" ? rows([...many, null]) : NONE[path],
    );
    const to = await emptyStation();
    await begin(to, url);
    const { counts } = await whenRead(to);
    expect(counts.find(({ kind }) => kind === "shipments")).toMatchObject({ read: 100, taken: 99 });
    expect(asked.filter((path) => path.startsWith("/shipments?limit=100"))).toHaveLength(2);
  });
});

describe("a move from a marketplace that the station asks for prices", () => {
  it("takes no shipment that the station has made there itself", { tags: "all" }, async () => {
    const s = await deskBehindProxy();
    await quoted(s);
    // The numbers of both stations differ.
    s.market.core.deps.db.raw.prepare("UPDATE shipments SET number = number + 500").run();
    await s.call("POST", "/station/move-in", {
      url: s.proxy.url,
      token: s.market.started.token,
    });
    await whenRead(s);
    const { body } = await s.call<Shipment[]>("GET", "/shipments");
    expect([body.data.length, await questionsOf(s)]).toEqual([1, []]);
  });
});
