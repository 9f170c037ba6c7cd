/** Chapter: errors. Published codes with calls that cause them, and the table of all codes. */
import { expect } from "vitest";
import { ERRORS } from "../../../core/base/errors.ts";
import {
  boughtShipment,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  type Station,
} from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const ID = "01930000-0000-7000-8000-000000000000";
const to = (change: Record<string, unknown>): Record<string, unknown> =>
  parcel({ recipientAddress: { ...RECIPIENT, ...change } });
const rows = (s: Station): unknown =>
  s.core.deps.db.raw
    .prepare(
      "SELECT (SELECT count(*) FROM shipments), (SELECT count(*) FROM addresses), (SELECT count(*) FROM transactions)",
    )
    .raw()
    .get();

async function refused(
  s: Station,
  path: string,
  body: unknown,
  status: number,
  code: string,
): Promise<void> {
  const before = rows(s);
  const answer = await s.call("POST", path, body);
  expect([answer.status, answer.body["result"], answer.body.code, rows(s)]).toEqual([
    status,
    false,
    code,
    before,
  ]);
}

chapter("Errors", (rule) => {
  rule("E1051 means that the shipment is not found.", async (s) => {
    const answers = await Promise.all(
      ["GET", "PATCH", "DELETE", "POST"].map((method) => s.call(method, `/shipments/${ID}`)),
    );
    expect(answers.map((a) => [a.status, a.body.code])).toEqual(answers.map(() => [404, "E1051"]));
  });
  rule("E1053 means that the organization is not found.", async (s) =>
    expect((await s.call("GET", `/organizations/${ID}`)).body.code).toBe("E1053"),
  );
  rule("E1054 means that the shipment request could not be parsed.", async (s) => {
    for (const body of [
      "{",
      "[]",
      "7",
      '"x"',
      { length: "wide" },
      { items: "x" },
      { items: [{ quantity: "many" }] },
      { recipientAddress: 5 },
      { massUnit: "stone" },
      { weight: -1 },
    ])
      await refused(s, "/shipments", body, 400, "E1054");
  });
  rule("E1055 means that the caller is not authorised for the operation.", async (s) => {
    const { token } = (
      await s.call<{ token: string }>("POST", "/apitokens", { name: "x", scopes: ["read"] })
    ).body.data;
    const answer = await s.call("POST", "/shipments", parcel(), {
      authorization: `Bearer ${token}`,
    });
    expect([answer.status, answer.body.code]).toEqual([403, "E1055"]);
  });
  rule("E1056 means that the recipient address could not be created.", async (s) =>
    refused(s, "/shipments", parcel({ recipientAddressID: ID }), 400, "E1056"),
  );
  rule("E1057 means that the order could not be created.", async (s) =>
    refused(s, "/shipments", parcel({ order: { totalAmount: "a lot" } }), 400, "E1057"),
  );
  rule("E1064 means that the offer is not found.", async (s) => {
    for (const offerID of [ID, "x", "' OR 1=1 --"])
      await refused(s, "/transactions", { offerID }, 404, "E1064");
  });
  rule("E1065 means that an offer was already accepted for this shipment.", async (s) =>
    refused(s, "/transactions", { offerID: (await boughtShipment(s)).offerID }, 409, "E1065"),
  );
  rule("E1066 means that the organization's balance is insufficient.", async (s) => {
    const { offers } = await shipmentWithOffers(s);
    const { raw } = s.core.deps.db;
    const balance = raw.prepare("SELECT balance_minor FROM balances").pluck().get();
    raw.prepare("UPDATE balances SET balance_minor = 1").run();
    await refused(s, "/transactions", { offerID: offers?.cheapest?.id }, 409, "E1066");
    raw.prepare("UPDATE balances SET balance_minor = ?").run(balance);
  });
  rule("E1067 means that the parcel template of the request is not found.", async (s) => {
    await refused(s, "/shipments", parcel({ parcelTemplateID: ID }), 400, "E1067");
    await refused(
      s,
      "/transactions",
      {
        providerServiceCode: "SURAT_STANDART",
        shipment: { ...parcel({ parcelTemplateID: ID }), returnAddressID: await senderOf(s) },
      },
      400,
      "E1067",
    );
  });
  rule("E1068 means that the sender address (`senderAddressID`) is not found.", async (s) => {
    await refused(s, "/shipments", parcel({ senderAddressID: ID }), 400, "E1068");
    await refused(
      s,
      "/transactions",
      { ...parcel({ senderAddressID: ID }), providerServiceCode: "SURAT_STANDART" },
      400,
      "E1068",
    );
  });
  rule("E1071 means that the shipment's barcode could not be created.", async (s) => {
    const { offers } = await shipmentWithOffers(s);
    s.core.deps.db.raw
      .prepare("UPDATE number_ranges SET next = 99999999999999 WHERE name NOT LIKE 'shipments:%'")
      .run();
    const answer = await s.call("POST", "/transactions", { offerID: offers?.cheapest?.id });
    expect([answer.status, answer.body.code]).toEqual([409, "E1071"]);
  });
  rule("E1073 means that the shipment could not be updated.", async (s) => {
    const { id } = await shipmentWithOffers(s);
    await s.call("DELETE", `/shipments/${id}`);
    expect((await s.call("PATCH", `/shipments/${id}`, { weight: 1 })).body.code).toBe("E1073");
  });
  rule("E1085 means a bad request.", async (s) => {
    for (const body of ["{", "[]", {}, { offerID: {} }, { shipment: 5 }])
      await refused(s, "/transactions", body, 400, "E1085");
  });
  rule("E1129 means that the recipient's address is empty.", async (s) => {
    await refused(s, "/shipments", parcel({ recipientAddress: undefined }), 400, "E1129");
    await refused(s, "/shipments", to({ address1: " " }), 400, "E1129");
  });
  rule("E1130 means that the recipient's city is empty.", async (s) =>
    refused(s, "/shipments", to({ cityCode: "", cityName: "" }), 400, "E1130"),
  );
  rule("E1131 means that the recipient's country is empty.", async (s) =>
    refused(s, "/shipments", to({ countryCode: "" }), 400, "E1131"),
  );
  rule("E1132 means that the recipient's district is empty.", async (s) =>
    refused(s, "/shipments", to({ districtName: "" }), 400, "E1132"),
  );
  rule("E1133 means that the recipient's name is empty.", async (s) =>
    refused(s, "/shipments", to({ name: "" }), 400, "E1133"),
  );
  rule("E1134 means that the recipient's phone is empty.", async (s) =>
    refused(s, "/shipments", to({ phone: "" }), 400, "E1134"),
  );
  rule("E1136 means that the recipient's e-mail is empty.", async (s) =>
    refused(s, "/shipments", to({ email: "" }), 400, "E1136"),
  );
  rule(
    "One table has the declared HTTP statuses and all error codes: the published ones, and ours from E2001 on (E2000 is a bug of ours).",
    () => {
      const published = [
        "E1051",
        "E1053",
        "E1054",
        "E1055",
        "E1056",
        "E1057",
        "E1058",
        "E1064",
        "E1065",
        "E1066",
        "E1067",
        "E1068",
        "E1071",
        "E1072",
        "E1073",
        "E1074",
        "E1085",
        "E1086",
        "E1111",
        "E1115",
        "E1129",
        "E1130",
        "E1131",
        "E1132",
        "E1133",
        "E1134",
        "E1136",
      ];
      expect(published.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
      expect(
        Object.keys(ERRORS).filter((code) => !published.includes(code) && !/^E2\d{3}$/.test(code)),
      ).toEqual([]);
      expect(
        [...new Set(Object.values(ERRORS).map((e) => e.status))].filter(
          (status) => ![400, 401, 402, 403, 404, 409, 410, 413, 415, 429, 500].includes(status),
        ),
      ).toEqual([]);
    },
  );
  rule("A GET with input that cannot be read never answers 500.", async (s) => {
    for (const path of [
      "/shipments?startDate=%00",
      "/shipments?filter=%00",
      "/shipments?filter=%22%22%22*",
      "/addresses/%00",
      "/cities?countryCode=%00",
      "/districts/1e9",
      "/shipments/%2e%2e%2f",
      "/priceList?length=x",
      "/priceList?weight=-1",
    ]) {
      const answer = await s.call("GET", path);
      expect(answer.status, path).toBeLessThan(500);
    }
  });
});
