import { expect, it } from "vitest";
import type {
  Announcement,
  AnnouncingAccount,
} from "../../../../core/fulfilment/announcements/announcements.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { accountInHand } from "../../../../renderer/features/announcements/announcements.slice.ts";
import {
  canCorrect,
  changedFields,
  commandOf,
  lastTold,
} from "../../../../renderer/features/announcements/corrections.ts";

const SHIPMENT = {
  recipientAddress: { name: "Çağla", phone: "+905551112233", email: "", address1: "Gül Sk. 1" },
  order: { orderNumber: "10482" },
} as unknown as Shipment;
const ACCOUNTS = [
  { accountID: "api", isByFile: false, waiting: 0, isUrgent: false },
  { accountID: "file", isByFile: true, waiting: 2, isUrgent: false },
] as AnnouncingAccount[];

it("only the fields that a person changed are sent, after those of an earlier correction", () => {
  const before = lastTold(SHIPMENT, { "recipient.phone": "+905550000000" });
  expect([
    before["recipient.phone"],
    before.waybillNumber,
    changedFields(before, before),
    changedFields(before, { ...before, "recipient.name": " Çağla Şimşek " }),
  ]).toEqual(["+905550000000", "10482", {}, { "recipient.name": "Çağla Şimşek" }]);
});

it("a label is corrected at the station that announces it, if its account has an API", () => {
  const label = { accountID: "api", isHere: true, state: "REFUSED" } as Announcement;
  expect(
    [
      label,
      { ...label, isHere: false },
      { ...label, accountID: "file" },
      { ...label, state: "WAITING" as const },
    ].map((one) => canCorrect(one, ACCOUNTS)),
  ).toEqual([true, false, false, false]);
});

it("a refused label is corrected, a wrong account's label is announced again, and a person decides about an uncertain one", () => {
  const label = { accountID: "api", isHere: true, state: "REFUSED", field: "" } as Announcement;
  expect(
    [
      label,
      { ...label, field: "account" },
      { ...label, state: "UNCERTAIN" as const },
      { ...label, accountID: "file" },
    ].map((one) => commandOf(one, ACCOUNTS)),
  ).toEqual(["correct", "again", "decide", "decide"]);
});

it("the account in hand is the chosen one, else one near its cut-off, else one with a wait", () => {
  const inHand = (part: Partial<AnnouncingAccount>, chosenAccount: string | null = null) =>
    accountInHand({
      announcing: [{ ...ACCOUNTS[0], ...part } as AnnouncingAccount, ...ACCOUNTS.slice(1)],
      chosenAccount,
    })?.accountID;
  expect([inHand({}), inHand({ isUrgent: true }), inHand({ isUrgent: true }, "file")]).toEqual([
    "file",
    "api",
    "file",
  ]);
});
