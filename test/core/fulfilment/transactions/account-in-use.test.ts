/** Removing an account, or changing its login, while its carrier must still be asked. */
import { expect, it } from "vitest";
import { findAccount } from "../../../../core/shipping/accounts/accounts.service.ts";
import { buyTold, toldStation } from "../../../helpers/announced-carrier.ts";
import { sellingStation, type SellingStation } from "../../../helpers/selling-carrier.ts";
import { eventually, shipmentWithOffers, type Station } from "../../../helpers/station.ts";

const remove = (s: Station, id: string) => s.call("DELETE", `/provideraccounts/${id}`);
const accountOf = ({ core, started }: Station, id: string) =>
  findAccount(core.deps.db, started.organizationID, id);

it("an account with an open purchase is not removed: E2187 says how many wait; it can be deactivated", async () => {
  const s = await sellingStation();
  s.selling.moods.push("notReady");
  const { id, offers } = await shipmentWithOffers(s);
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
  await s.call("POST", "/transactions", { offerID: offer?.id });
  expect((await remove(s, s.accountID)).body).toMatchObject({
    code: "E2187",
    reason: "purchases",
    values: { purchases: 1, labels: 0 },
  });
  const kept = await s.call(
    "DELETE",
    `/provideraccounts/${s.accountID}?isDeleteAccountConnection=false`,
  );
  expect([kept.status, accountOf(s, s.accountID)?.secrets === null]).toEqual([200, false]);
  expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
  expect((await remove(s, s.accountID)).status).toBe(200);
});

it("an account with a label that waits for its announcement is not removed until it is announced", async () => {
  const s = await toldStation({ announces: "byHand" });
  await buyTold(s);
  expect((await remove(s, s.accountID)).body).toMatchObject({
    code: "E2187",
    reason: "labels",
    values: { purchases: 0, labels: 1 },
  });
  await s.call("POST", "/station/announcements", { accountID: s.accountID });
  await eventually("the label is announced", () => s.told.parcels.size === 1);
  await eventually(
    "the account is removed",
    async () => (await remove(s, s.accountID)).status === 200,
  );
});

/** Replaces the connection of an account; `input` differs from the stored one. */
const connect = async (s: Station, id: string, input: Record<string, unknown>) => {
  const body = { username: "", password: "", settings: {}, announces: "byHand", cutOff: "" };
  return await s.call("PUT", `/station/connections/${id}`, { ...body, ...input });
};
/** Buys with the account; answers once the carrier does. */
async function buy(s: SellingStation) {
  const { id, offers } = await shipmentWithOffers(s);
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
  return { id, answer: s.call("POST", "/transactions", { offerID: offer?.id }) };
}
const buyState = ({ core }: Station) =>
  core.deps.db.raw.prepare("SELECT state FROM jobs WHERE kind = 'buy'").pluck().get();

it.each(["notReady", "lost"] as const)(
  "while a purchase may have reached the carrier (%s), the login is not changed and the connection not removed: E2187; the password is",
  async (mood) => {
    const s = await sellingStation();
    s.selling.moods.push(mood);
    const { answer } = await buy(s);
    await eventually("the carrier was asked", () => s.selling.calls.length === 1);
    await eventually("the purchase waits", () => buyState(s) === "WAITING");
    const values = { purchases: 1, labels: 0, cancellations: 0 };
    const other = { kind: "selling", username: "baskabiri", password: "yeni" };
    expect((await connect(s, s.accountID, other)).body).toMatchObject({
      code: "E2187",
      reason: "purchases login",
      values,
    });
    expect((await connect(s, s.accountID, { kind: "" })).body).toMatchObject({
      code: "E2187",
      reason: "purchases",
      values,
    });
    const same = { kind: "selling", password: "yeni" };
    expect((await connect(s, s.accountID, same)).status).toBe(200);
    s.clock.nowMs += 60_000;
    s.core.deps.jobs.wake();
    await answer;
    await eventually("the label is bought", () => buyState(s) === "DONE");
    expect((await connect(s, s.accountID, other)).status).toBe(200);
  },
);

it("a wrong login is corrected while nothing of a purchase was sent, and the purchase goes on", async () => {
  const s = await sellingStation();
  s.selling.moods.push("unsent");
  const { answer } = await buy(s);
  await eventually("the carrier was asked", () => s.selling.calls.length === 1);
  await eventually("the purchase waits", () => buyState(s) === "WAITING");
  expect((await connect(s, s.accountID, { kind: "" })).body.code).toBe("E2187");
  const other = { kind: "selling", username: "baskabiri", password: "yeni" };
  expect((await connect(s, s.accountID, other)).status).toBe(200);
  s.clock.nowMs += 60_000;
  s.core.deps.jobs.wake();
  expect((await answer).status).toBe(201);
});

it("the connection of an account with a label that waits for its announcement is not removed; its login is changed", async () => {
  const s = await toldStation({ announces: "byHand" });
  await buyTold(s);
  expect((await connect(s, s.accountID, { kind: "" })).body).toMatchObject({
    code: "E2187",
    reason: "labels",
    values: { labels: 1 },
  });
  const settings = { url: "https://kargo.ornek.test/ws", customerKey: "anahtar" };
  const other = { kind: "told", username: "baskabiri", password: "yeni", settings };
  expect((await connect(s, s.accountID, other)).status).toBe(200);
});

it("an account whose carrier is being asked to cancel a label keeps its login and its connection until the carrier has answered: E2187", async () => {
  const s = await toldStation();
  const { shipment } = await buyTold(s);
  await eventually("the label is announced", () => s.told.parcels.size === 1);
  const cancelState = () =>
    s.core.deps.db.raw.prepare("SELECT state FROM jobs WHERE kind = 'cancel'").pluck().get();
  s.told.moods.push("silent");
  const cancelled = s.call("DELETE", `/shipments/${shipment?.id}`);
  await eventually("the cancellation waits", () => cancelState() === "WAITING");
  const values = { purchases: 0, labels: 0, cancellations: 1 };
  const inUse = { code: "E2187", reason: "cancellations", values };
  const settings = { url: "https://kargo.ornek.test/ws" };
  const other = { kind: "told", username: "baskabiri", password: "yeni", settings };
  expect((await remove(s, s.accountID)).body).toMatchObject(inUse);
  expect((await connect(s, s.accountID, { kind: "" })).body).toMatchObject(inUse);
  expect((await connect(s, s.accountID, other)).body).toMatchObject({
    ...inUse,
    reason: "cancellations login",
  });
  s.core.deps.db.raw.exec("UPDATE jobs SET state = 'NEEDS_PERSON' WHERE kind = 'cancel'");
  expect((await remove(s, s.accountID)).body).toMatchObject(inUse);
  s.core.deps.db.raw.exec("UPDATE jobs SET state = 'WAITING' WHERE kind = 'cancel'");
  s.clock.nowMs += 60_000;
  s.core.deps.jobs.wake();
  expect((await cancelled).status).toBe(200);
  expect((await remove(s, s.accountID)).status).toBe(200);
});
