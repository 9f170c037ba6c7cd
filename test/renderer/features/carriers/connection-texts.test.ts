import { describe, expect, it } from "vitest";
import type { ConnectedAccount } from "../../../../core/shipping/accounts/connections.schema.ts";
import type { ConnectionKindSchema } from "../../../../core/shipping/carriers/connection.schema.ts";
import { aras } from "../../../../core/shipping/carriers/aras/adapter.ts";
import { MANUAL_KIND } from "../../../../core/shipping/carriers/manual/manual-kind.ts";
import { ptt } from "../../../../core/shipping/carriers/ptt/adapter.ts";
import { yurtici } from "../../../../core/shipping/carriers/yurtici/adapter.ts";
import {
  findRefused,
  findWrong,
  inputOf,
  isAnnouncing,
  parametersOf,
  secretNames,
  startTexts,
} from "../../../../renderer/features/carriers/connections/connection-texts.ts";
import { enConnections } from "../../../../renderer/i18n/en-connections.ts";

const SOAP: ConnectionKindSchema = {
  kind: "soap",
  providerCode: "ARAS",
  name: "Aras",
  can: ["test", "announce"],
  needsLogin: true,
  fields: [
    { name: "url", type: "url", isRequired: true },
    { name: "key", type: "secret", isRequired: true },
  ],
  orderNeeds: [],
};
const LINKED = {
  kind: "soap",
  announces: "16:30,18:00",
  cutOff: "18:30",
  pickupAt: "",
  settings: { url: "https://a.test" },
} as unknown as ConnectedAccount;

describe("the form of a connection", () => {
  it.each([
    ["E1085", "recipientEmail: must be an e-mail address.", "setting.recipientEmail"],
    ["E1085", "password: Aras needs a user name and a password.", "password"],
    ["E1085", "The body is not JSON.", undefined],
    ["E2017", "accountID: not found.", undefined],
  ])("marks the field that the station's %s “%s” names: %s", (code, message, name) => {
    expect(findRefused({ code, message })).toEqual(
      name === undefined ? undefined : { name, why: "refused" },
    );
  });

  it("has words for each field and choice of every kind", () => {
    const { fields, values } = enConnections.connections;
    const named = [aras, ptt, yurtici, MANUAL_KIND].flatMap((kind) => kind.fields);
    expect([
      named.filter(({ name }) => !(name in fields)),
      named.flatMap((field) => field.values ?? []).filter((value) => !(value in values)),
    ]).toEqual([[], []]);
  });

  it("starts with the account's settings, and sends them back with an empty secret", () => {
    const typed = { ...startTexts(LINKED), "setting.key": "" };
    expect([findWrong(SOAP, typed, true), inputOf(SOAP, typed)]).toEqual([
      undefined,
      {
        kind: "soap",
        username: "",
        password: "",
        settings: { url: "https://a.test", key: "" },
        announces: "16:30,18:00",
        cutOff: "18:30",
        pickupAt: "",
      },
    ]);
  });

  it("asks when labels are announced only for a kind that announces them", () => {
    const selling: ConnectionKindSchema = { ...SOAP, can: ["test", "buy", "find"] };
    expect([SOAP, MANUAL_KIND, selling].map(isAnnouncing)).toEqual([true, true, false]);
  });

  it("keeps passwords and secret fields out of drafts", () => {
    expect(secretNames([SOAP])).toEqual(["password", "setting.key"]);
  });

  it("names the first wrong text: a missing secret of a new connection, times, the cut-off", () => {
    const typed = startTexts(LINKED);
    const all = { ...typed, "setting.key": "x" };
    expect([
      findWrong(SOAP, typed, false),
      findWrong(SOAP, { ...all, times: "25:00" }, false),
      findWrong(SOAP, { ...all, cutOff: "9:00" }, false),
      findWrong(SOAP, { ...all, pickupAt: "23:31" }, false),
      findWrong(SOAP, { ...all, pickupAt: "23:30" }, false),
    ]).toEqual([
      { name: "setting.key", why: "required" },
      { name: "times", why: "times" },
      { name: "cutOff", why: "cutOff" },
      { name: "pickupAt", why: "pickupAt" },
      undefined,
    ]);
  });

  it.each([
    ["", undefined],
    ["Barkod=barcode; Alıcı=recipient.name", undefined],
    ["Alıcı=recipient.name", { name: "setting.columns", why: "noBarcode" }],
    ["Barkod=barcode; Ad=name", { name: "setting.columns", why: "column", part: "Ad=name" }],
  ])("reads the columns %j of a file", (columns, wrong) => {
    expect(findWrong(MANUAL_KIND, { ...startTexts(), "setting.columns": columns }, false)).toEqual(
      wrong,
    );
  });

  it("adds a new account's connection to its parameters", () => {
    expect(
      parametersOf(MANUAL_KIND, { ...startTexts(), when: "byHand", "setting.format": "xlsx" }),
    ).toEqual({
      connection: "manual",
      announces: "byHand",
      cutOff: "",
      pickupAt: "",
      format: "xlsx",
      columns: "",
    });
  });
});
