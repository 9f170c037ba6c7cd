/** Labels of which nobody knows whether their carrier has them: none is refunded without asking. */
import { inTransaction } from "../../../../core/db/change.ts";
import { updateAccount } from "../../../../core/shipping/accounts/accounts.store.ts";
import { describe, expect, it } from "vitest";
import { findAnnouncement } from "../../../../core/fulfilment/announcements/announcements.store.ts";
import { resumeAnnouncements } from "../../../../core/fulfilment/announcements/resume-announcements.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { findJob } from "../../../../core/jobs/jobs.service.ts";
import { buyTold, toldStation, type ToldStation } from "../../../helpers/announced-carrier.ts";
import { change, eventually } from "../../../helpers/station.ts";

const stateOf = (s: ToldStation, { id }: Transaction) =>
  findAnnouncement(s.core.deps.db, id)?.state;
const whenIn = (s: ToldStation, label: Transaction, state: string) =>
  eventually(`the announcement is ${state}`, () => stateOf(s, label) === state);

/** Buys a label whose first announcement reaches the carrier, and whose answer is lost. */
async function lostLabel(): Promise<{ s: ToldStation; label: Transaction }> {
  const s = await toldStation();
  s.told.moods.push("lost");
  const label = await buyTold(s);
  await whenIn(s, label, "UNCERTAIN");
  return { s, label };
}

describe("a label whose announcement had no answer", () => {
  it(
    "and is refused then for another reason: stays uncertain, a person decides, and its cancellation asks the carrier",
    { tags: "all" },
    async () => {
      const { s, label } = await lostLabel();
      s.told.moods.push("refused");
      s.clock.nowMs += 60_000;
      await eventually(
        "a person must decide",
        () => findJob(s.core.deps, "announce", label.id)?.state === "NEEDS_PERSON",
      );
      expect([stateOf(s, label), findAnnouncement(s.core.deps.db, label.id)?.field]).toEqual([
        "UNCERTAIN",
        "recipient.phone",
      ]);
      expect((await s.call("DELETE", `/shipments/${label.shipment.id}`)).status).toBe(200);
      expect([stateOf(s, label), s.told.parcels.size]).toEqual(["CANCELED", 0]);
    },
  );

  it("and is refused then: is announced again by a person, and the carrier has it once", async () => {
    const { s, label } = await lostLabel();
    s.told.moods.push("refused");
    s.clock.nowMs += 60_000;
    await eventually(
      "a person must decide",
      () => findJob(s.core.deps, "announce", label.id)?.state === "NEEDS_PERSON",
    );
    await s.call("POST", `/station/announcements/${label.id}/again`, {});
    await whenIn(s, label, "ANNOUNCED");
    expect(s.told.parcels.size).toBe(1);
  });

  it("is not announced while the carrier is asked to cancel it", async () => {
    const { s, label } = await lostLabel();
    const open = Promise.withResolvers<void>();
    s.told.gate = () => open.promise;
    const cancelled = s.call("DELETE", `/shipments/${label.shipment.id}`);
    await eventually("the carrier is asked", () => s.told.calls.at(-1)?.startsWith("cancel"));
    s.clock.nowMs += 600_000;
    s.core.deps.jobs.wake();
    await eventually("the announcement waits", () =>
      findJob(s.core.deps, "announce", label.id)?.lastError.includes("asked to cancel"),
    );
    s.told.gate = () => Promise.resolve();
    open.resolve();
    expect((await cancelled).status).toBe(200);
    expect([stateOf(s, label), s.told.parcels.size]).toEqual(["CANCELED", 0]);
  });

  it("is in no file of a connection that its account gets later", async () => {
    const { s } = await lostLabel();
    await s.call("PUT", `/station/connections/${s.accountID}`, { kind: "manual" });
    const made = await s.call("POST", "/station/announcement-files", { accountID: s.accountID });
    expect([made.status, made.body.code]).toEqual([409, "E2184"]);
  });
});

it("a label in a file is not announced by a connection that its account gets later", async () => {
  const s = await toldStation({ announces: "12:30" });
  const label = await buyTold(s);
  await s.call("PUT", `/station/connections/${s.accountID}`, { kind: "manual" });
  await s.call("POST", "/station/announcement-files", { accountID: s.accountID });
  await s.call("PUT", `/station/connections/${s.accountID}`, {
    kind: "told",
    password: "dogru",
    settings: { url: "https://kargo.ornek.test/ws", customerKey: "anahtar" },
  });
  s.clock.nowMs = Date.parse("2026-11-21T10:00:00.000Z");
  for (const _ of resumeAnnouncements(s.core.deps, s.started.organizationID));
  s.core.deps.jobs.wake();
  expect([stateOf(s, label), s.told.calls]).toEqual(["WAITING", []]);
});

it("an answer of megabytes is kept in its first words, so that other stations can get the row", async () => {
  const s = await toldStation();
  s.told.words = "x".repeat(1_000_000);
  s.told.moods.push("refused");
  const label = await buyTold(s);
  await whenIn(s, label, "REFUSED");
  expect([
    findAnnouncement(s.core.deps.db, label.id)?.words.length,
    findJob(s.core.deps, "announce", label.id)?.lastError.length,
  ]).toEqual([500, 1_000]);
});

it("the key of the secrets is missing: nothing is sent, and labels of other accounts are bought", async () => {
  const s = await toldStation();
  await s.call("POST", "/provideraccounts", {
    providerCode: "ARAS",
    name: "Aras",
    username: "a",
    password: "b",
    parameters: {
      connection: "aras",
      queryUsername: "a",
      queryPassword: "b",
      customerCode: "1",
    },
  });
  change(s, "UPDATE provider_accounts SET secrets = 'org1:broken'");
  const label = await buyTold(s);
  await eventually(
    "an attempt was made",
    () => (findJob(s.core.deps, "announce", label.id)?.attempts ?? 0) > 0,
  );
  const accounts = await s.call<unknown[]>("GET", "/station/announcements/accounts");
  expect([stateOf(s, label), s.told.calls, accounts.status]).toEqual(["WAITING", [], 200]);
});

/** Gives the account another user name at the carrier. */
async function changeLogin(s: ToldStation): Promise<void> {
  const { status } = await s.call("PUT", `/station/connections/${s.accountID}`, {
    kind: "told",
    username: "baska",
    password: "dogru",
    settings: { url: "https://kargo.ornek.test/ws", customerKey: "anahtar" },
  });
  expect(status).toBe(200);
}

describe("a label that the carrier has at a login that the account no longer has", () => {
  it("is not refunded when its cancellation had no answer before another station changed the login", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    await whenIn(s, label, "ANNOUNCED");
    s.told.moods.push("silent");
    const cancelled = s.call("DELETE", `/shipments/${label.shipment.id}`);
    await eventually("the carrier was asked", () => s.told.calls.at(-1)?.startsWith("cancel"));
    await eventually(
      "the cancellation waits",
      () => findJob(s.core.deps, "cancel", label.id)?.state === "WAITING",
    );
    // Only the station that cancels knows of the open cancellation, and refuses the change.
    const { deps } = s.core;
    inTransaction(deps, () => updateAccount(deps.db, s.accountID, { username: "baska" }));
    s.clock.nowMs += 60_000;
    s.core.deps.jobs.wake();
    expect((await cancelled).body.code).toBe("E2022");
    expect([stateOf(s, label), s.told.parcels.size]).toEqual(["ANNOUNCED", 1]);
  });

  it("is not refunded when its announcement had no answer before the login was changed", async () => {
    const { s, label } = await lostLabel();
    await changeLogin(s);
    const { body } = await s.call("DELETE", `/shipments/${label.shipment.id}`);
    expect([body.code, stateOf(s, label), s.told.parcels.size]).toEqual(["E2022", "UNCERTAIN", 1]);
  });
});

it(
  "a label whose first cancellation was carried out without an answer is refunded at the same login",
  { tags: "all" },
  async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    await whenIn(s, label, "ANNOUNCED");
    s.told.moods.push("lost");
    const cancelled = s.call("DELETE", `/shipments/${label.shipment.id}`);
    await eventually("the carrier was asked", () => s.told.calls.at(-1)?.startsWith("cancel"));
    s.clock.nowMs += 60_000;
    s.core.deps.jobs.wake();
    expect((await cancelled).status).toBe(200);
    expect([stateOf(s, label), s.told.parcels.size]).toEqual(["CANCELED", 0]);
  },
);
