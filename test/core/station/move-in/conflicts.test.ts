/** Rows of a move that do not fit what is here: questions to a person, never a guess. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { Address } from "../../../../core/shipping/addresses/addresses.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { startFaultProxy } from "../../../helpers/fault-proxy.ts";
import {
  emptyStation,
  fullStation,
  moved,
  moveIn,
  progressOf,
  questionsOf,
  settle,
} from "../../../helpers/moving-station.ts";
import {
  boughtShipment,
  change,
  eventually,
  shipmentWithOffers,
  station,
  trueTime,
  type Station,
} from "../../../helpers/station.ts";

const listOf = async <T>(s: Station, path: string): Promise<T[]> =>
  (await s.call<T[]>("GET", path)).body.data;
const idsOf = async (s: Station): Promise<string[]> =>
  (await listOf<Shipment>(s, "/shipments?limit=100")).map(({ id }) => id);

/** Starts a station that sends parcels already. */
async function busyStation(): Promise<Station> {
  return await station({
    world: { now: trueTime },
    settings: { carrierTargets: { loopback: true }, rateLimit: null },
  });
}

describe("a number that a shipment here has", () => {
  it("leaves the shipment out, until a person gives it a new number", async () => {
    const [from, to] = [await fullStation(), await busyStation()];
    const own = await shipmentWithOffers(to);
    await moved(to, from);
    const questions = await questionsOf(to);
    expect(questions).toMatchObject([{ kind: "number", text: "1", state: "OPEN" }]);
    expect(await idsOf(to)).not.toContain(questions[0]?.key);
    const [question] = questions;
    if (question === undefined) throw new Error("no question");
    await settle(to, question, { action: "newNumber" });
    await eventually("the question is settled", async () => (await progressOf(to)).questions === 0);
    const here = await listOf<Shipment>(to, "/shipments?limit=100");
    const numbers = here.map(({ organizationShipmentID }) => organizationShipmentID);
    expect(here.map(({ id }) => id).toSorted()).toEqual(
      [own.id, ...(await idsOf(from))].toSorted(),
    );
    expect(new Set(numbers).size).toBe(here.length);
  });

  it(
    "is answered for all such shipments at once, and open questions are listed first",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await busyStation()];
      for (let i = 0; i < 3; i += 1) await shipmentWithOffers(to);
      const { accountID } = await moved(to, from);
      const path = `/station/move-in/${accountID}/questions`;
      const asked = await questionsOf(to);
      expect((await progressOf(to)).openQuestions).toEqual([{ kind: "number", n: asked.length }]);
      expect(asked.length).toBeGreaterThan(2);
      const [first, ...others] = asked;
      if (first === undefined) throw new Error("no question");
      await settle(to, first, { action: "leave" });
      expect((await questionsOf(to)).map(({ key, state }) => [key, state])).toEqual([
        ...others.map(({ key }) => [key, "OPEN"]),
        [first.key, "SETTLED"],
      ]);

      const wrong = await to.call("POST", `${path}/barcode`, { action: "newNumber" });
      expect([wrong.status, wrong.body.code]).toEqual([400, "E1085"]);
      await to.call("POST", `${path}/number`, { action: "newNumber" });
      await eventually("all are settled", async () => (await progressOf(to)).questions === 0);
      const here = await listOf<Shipment>(to, "/shipments?limit=100");
      expect(new Set(here.map((one) => one.organizationShipmentID)).size).toBe(here.length);
      const ids = here.map(({ id }) => id);
      expect(asked.map(({ key }) => ids.includes(key))).toEqual(asked.map((one) => one !== first));
    },
  );

  it(
    "is asked again when the server refuses, and shows no refusal after the shipment has come",
    { tags: "all" },
    async () => {
      const [from, to] = [await fullStation(), await busyStation()];
      const proxy = await startFaultProxy(() => from.url);
      onTestFinished(() => proxy.close());
      await shipmentWithOffers(to);
      const { readAt } = await moved(to, { ...from, url: proxy.url });
      const [question] = await questionsOf(to);
      if (question === undefined) throw new Error("no question");
      proxy.faultOf = () => "revoked";
      await settle(to, question, { action: "newNumber" });
      const refused = await eventually("the server has refused", async () => {
        const now = await progressOf(to);
        return now.problem !== "" && now;
      });
      expect([refused.questions, (await questionsOf(to))[0]?.state]).toEqual([1, "OPEN"]);
      proxy.faultOf = () => "none";
      await settle(to, question, { action: "newNumber" });
      const settled = await eventually("the question is settled", async () => {
        const now = await progressOf(to);
        return now.questions === 0 && now;
      });
      expect([settled.state, settled.problem, settled.readAt]).toEqual(["READ", "", readAt]);
    },
  );

  it("cannot be settled by a district", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await busyStation()];
    await shipmentWithOffers(to);
    await moved(to, from);
    const [question] = await questionsOf(to);
    if (question === undefined) throw new Error("no question");
    const { body } = await settle(to, question, { action: "district", districtID: 1 });
    expect(body.code).toBe("E1085");
  });
});

describe("a station that has joined others", () => {
  it("takes nothing, because they number their shipments together", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    to.core.deps.db.isLeasing = true;
    const { body } = await moveIn(to, from);
    to.core.deps.db.isLeasing = false;
    expect([body.code, await idsOf(to)]).toEqual(["E2188", []]);
    expect((await to.call("GET", "/provideraccounts")).body.data).toEqual([]);
  });
});

describe("a district that is not known here", () => {
  it("is asked once, and its addresses get the chosen one", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    change(from, "UPDATE addresses SET district_name = 'Eskiköy', district_id = 0");
    const there = await listOf<Address>(from, "/addresses?isRecipientAddress=true");
    await moved(to, from);
    const questions = await questionsOf(to);
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(["district"]));
    expect(new Set(questions.map(({ key }) => key)).size).toBe(questions.length);
    const ankara = questions.find(({ key }) => key.startsWith("06 "));
    expect(ankara?.text).toBe("Eskiköy / Ankara");
    const [taken] = await listOf<Address>(to, "/addresses?isRecipientAddress=true");
    expect([taken?.id, taken?.districtID, taken?.districtName]).toEqual([
      there[0]?.id,
      0,
      "Eskiköy",
    ]);
    const districts = await listOf<{ districtID: number; name: string }>(
      to,
      "/districts?countryCode=TR&cityCode=6",
    );
    const chosen = districts.find(({ name }) => name === "Çankaya");
    if (ankara === undefined || chosen === undefined) throw new Error("no district");
    const wrong = await settle(to, ankara, { action: "district", districtID: 999_999 });
    expect(wrong.body.code).toBe("E1085");
    await settle(to, ankara, { action: "district", districtID: chosen.districtID });
    await eventually("the address has its district", async () => {
      const [now] = await listOf<Address>(to, "/addresses?isRecipientAddress=true");
      return now?.districtID === chosen.districtID && now.districtName === "Çankaya";
    });
  });
});

describe("an id that is used here", () => {
  it("overwrites nothing: the shipment is left out and asked about", async () => {
    const [from, to] = [await fullStation(), await busyStation()];
    const own = await shipmentWithOffers(to);
    const [first] = await idsOf(from);
    change(to, `UPDATE shipments SET id = '${first ?? ""}' WHERE id = '${own.id}'`);
    change(to, `UPDATE parcels SET id = '${first ?? ""}' WHERE id = '${own.id}'`);
    change(to, `UPDATE shipments SET number = 900 WHERE id = '${first ?? ""}'`);
    await moved(to, from);
    expect(await questionsOf(to)).toMatchObject([{ kind: "elsewhere", key: first, state: "OPEN" }]);
    const kept = await to.call<Shipment>("GET", `/shipments/${first ?? ""}`);
    expect(kept.body.data.organizationShipmentID).toBe(900);
  });

  it("overwrites no address and no template either", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await busyStation()];
    const [theirs] = await listOf<Address>(from, "/addresses");
    const [ours] = await listOf<Address>(to, "/addresses");
    const boxes = await Promise.all(
      [from, to].map(async (s) => (await listOf<{ id: string }>(s, "/parceltemplates"))[0]?.id),
    );
    change(
      to,
      `UPDATE addresses SET id = '${theirs?.id ?? ""}', name = 'Bizim' WHERE id = '${ours?.id ?? ""}'`,
    );
    change(
      to,
      `UPDATE parcel_templates SET id = '${boxes[0] ?? ""}', name = 'Bizim' WHERE id = '${boxes[1] ?? ""}'`,
    );
    const { counts } = await moved(to, from);
    const leftOut = (kind: string): unknown => counts.find((one) => one.kind === kind)?.leftOut;
    expect([leftOut("senders"), leftOut("templates")]).toEqual([
      [{ reason: "elsewhere", n: 1 }],
      [{ reason: "elsewhere", n: 1 }],
    ]);
    const kept = await to.call<Address>("GET", `/addresses/${theirs?.id ?? ""}`);
    expect([kept.body.data.name, kept.body.data.createdAt]).toEqual(["Bizim", ours?.createdAt]);
  });

  it("a barcode that a parcel here has leaves the shipment out", { tags: "all" }, async () => {
    const [from, to] = [await fullStation(), await busyStation()];
    const bought = await boughtShipment(from, { order: { sourceCode: "API", orderNumber: "D-1" } });
    const { providerCode, barcode, id } = bought.shipment;
    change(
      to,
      `INSERT INTO used_barcodes (provider_code, barcode) VALUES ('${providerCode}', '${barcode}')`,
    );
    await moved(to, from);
    expect(await questionsOf(to)).toMatchObject([{ kind: "barcode", key: id, state: "OPEN" }]);
    expect(await idsOf(to)).not.toContain(id);
  });
});

describe("a label that was bought here after the first round", () => {
  it("stays, and a label that was bought there too is a question", async () => {
    const [from, to] = [await fullStation(), await emptyStation()];
    await moved(to, from);
    const [there] = await listOf<Shipment>(from, "/shipments?orderNumber=W-1");
    const id = there?.id ?? "";
    change(
      to,
      `UPDATE shipments SET purchase_id = 'own', status = 'TRACKING_CODE_CREATED' WHERE id = '${id}'`,
    );
    await from.call("POST", "/transactions", { offerID: there?.offers?.cheapest?.id });
    const { accountID } = await progressOf(to);
    await to.call("POST", `/station/move-in/${accountID}/continue`);
    await eventually("the second round ends", async () => {
      const now = await progressOf(to);
      return now.state === "READ" && now.round === 2;
    });
    expect(await questionsOf(to)).toMatchObject([{ kind: "boughtHere", key: id }]);
  });
});
