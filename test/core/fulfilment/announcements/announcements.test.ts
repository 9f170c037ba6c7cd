import readXlsxFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { Announcement } from "../../../../core/fulfilment/announcements/announcements.schema.ts";
import type { ConnectedAccount } from "../../../../core/shipping/accounts/connections.schema.ts";
import { findAnnouncement } from "../../../../core/fulfilment/announcements/announcements.store.ts";
import { findJob } from "../../../../core/jobs/jobs.service.ts";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { ShipmentListRow } from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  buyTold,
  TOLD_ACCOUNT,
  toldStation,
  type ToldStation,
} from "../../../helpers/announced-carrier.ts";
import type { Board } from "../../../../core/shipping/board/board.schema.ts";
import { balanceOf, eventually, RECIPIENT, shipmentWithOffers } from "../../../helpers/station.ts";

const stateOf = (s: ToldStation, { id }: Transaction) =>
  findAnnouncement(s.core.deps.db, id)?.state;
const whenIn = (s: ToldStation, label: Transaction, state: string) =>
  eventually(`the announcement is ${state}`, () => stateOf(s, label) === state);
const cancel = (s: ToldStation, { shipment }: Transaction) =>
  s.call("DELETE", `/shipments/${shipment.id}`);
const barcodeOf = ({ shipment }: Transaction): string => shipment.barcode ?? "";

describe("a label that is bought with a connected account", () => {
  it("is announced once, with its barcode and its recipient, and keeps the carrier's ids", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    await whenIn(s, label, "ANNOUNCED");
    const told = s.told.parcels.get(barcodeOf(label));
    expect([
      s.told.calls,
      told?.consignment.recipient.name,
      told?.consignment.references.waybillNumber,
      told?.consignment.box,
      findAnnouncement(s.core.deps.db, label.id)?.details,
    ]).toEqual([
      [`announce ${barcodeOf(label)}`],
      "Çağla Şimşekoğlu",
      told?.consignment.references.orderNumber,
      { no: 1, of: 1 },
      '{"jobId":"7"}',
    ]);
  });

  it("stays waiting while the carrier cannot be reached, and is announced later", async () => {
    const s = await toldStation();
    s.told.moods.push("unsent");
    const label = await buyTold(s);
    await eventually("one attempt was made", () => s.told.calls.length === 1);
    expect(stateOf(s, label)).toBe("WAITING");
    s.clock.nowMs += 60_000;
    await whenIn(s, label, "ANNOUNCED");
    expect(s.told.parcels.size).toBe(1);
  });

  it("is uncertain after an attempt without an answer, and the repeat makes no second parcel", async () => {
    const s = await toldStation();
    s.told.moods.push("lost");
    const label = await buyTold(s);
    await whenIn(s, label, "UNCERTAIN");
    s.clock.nowMs += 60_000;
    await whenIn(s, label, "ANNOUNCED");
    expect([s.told.parcels.size, s.told.calls.length]).toEqual([1, 2]);
  });

  it("refused by the carrier: shows the field and its words, and is announced with the correction", async () => {
    const s = await toldStation();
    s.told.moods.push("refused");
    const label = await buyTold(s);
    await whenIn(s, label, "REFUSED");
    const listed = await s.call<Announcement[]>("GET", "/station/announcements?state=REFUSED");
    expect(listed.body.data).toMatchObject([
      { id: label.id, field: "recipient.phone", code: "935", words: "Telefon hatalı" },
    ]);
    const again = await s.call<Announcement>("POST", `/station/announcements/${label.id}/again`, {
      corrections: { "recipient.phone": "+905559998877" },
    });
    expect([again.status, again.body.data.state]).toEqual([200, "WAITING"]);
    await whenIn(s, label, "ANNOUNCED");
    expect(s.told.parcels.get(barcodeOf(label))?.consignment.recipient.phone).toBe("+905559998877");
  });

  it("that the carrier would refuse is not bought: E2185 names the field", async () => {
    const s = await toldStation();
    const before = await balanceOf(s);
    const { id, offers } = await shipmentWithOffers(s, {
      recipientAddress: { ...RECIPIENT, name: "Ada" },
    });
    const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
    const refused = await s.call("POST", "/transactions", { offerID: offer?.id });
    expect([refused.status, refused.body.code, await balanceOf(s), s.told.calls]).toEqual([
      409,
      "E2185",
      before,
      [],
    ]);
    expect(refused.body.message).toContain("fewer than 5 letters");
    const { body } = await s.call<{ statusCode: string }>("GET", `/shipments/${id}`);
    expect(body.data.statusCode).toBe("GOT_OFFERS");
  });

  it("refused by the carrier: says so in its order, in the list, on the board, in its history and on the manifest", async () => {
    const s = await toldStation();
    // Ids have the time of the machine's clock, by which a manifest finds its labels.
    s.clock.nowMs = Date.now();
    s.told.moods.push("refused");
    const label = await buyTold(s);
    await whenIn(s, label, "REFUSED");
    const { id, organizationShipmentID: number } = label.shipment;
    const opened = await s.call<OpenedOrder>("POST", "/station/orders/open", {
      code: `#${number}`,
    });
    const detail = await s.call<ShipmentDetail>("GET", `/station/shipments/${id}`);
    const rows = await s.call<{ list: ShipmentListRow[] }>("GET", "/station/shipments/rows");
    const board = await s.call<Board>("GET", "/station/tracking/board");
    const response = await fetch(`${s.url}/station/manifest?carrier=GERCEK&format=xlsx`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    const [sheet] = await readXlsxFile(Buffer.from(await response.arrayBuffer()));
    const manifest = JSON.stringify(sheet);
    expect([
      opened.body.data.announcement,
      detail.body.data.announcement?.state,
      rows.body.data.list.map(({ announcement }) => announcement),
      board.body.data.columns.flatMap(({ list }) => list.map(({ announcement }) => announcement)),
      manifest.includes("! kargoya bildirilmedi"),
      manifest.includes("Kargoya bildirilmemiş gönderi: 1"),
    ]).toEqual([
      expect.objectContaining({ state: "REFUSED", code: "935", words: "Telefon hatalı" }),
      "REFUSED",
      ["REFUSED"],
      ["REFUSED"],
      true,
      true,
    ]);
  });

  it("is not announced in test mode, nor without a connection", async () => {
    const s = await toldStation();
    await s.call("PUT", `/station/connections/${s.accountID}`, { kind: "" });
    const label = await buyTold(s);
    expect([stateOf(s, label), s.told.calls]).toEqual([undefined, []]);
  });
});

it("an account whose connection sends nothing back makes no offer for a return", async () => {
  const s = await toldStation();
  const { shipment } = await buyTold(s);
  const offered = async () => {
    const made = await s.call<{ offers: { list: { providerAccountID: string | null }[] } }>(
      "POST",
      `/shipments/${shipment.id}`,
      { isReturn: true, willAccept: false, count: 1 },
    );
    expect(made.body).toMatchObject({ result: true });
    return made.body.data.offers.list.some((offer) => offer.providerAccountID === s.accountID);
  };
  expect(await offered()).toBe(false);
  await s.call("PUT", `/station/connections/${s.accountID}`, { kind: "manual" });
  expect(await offered()).toBe(true);
});

describe("when an account announces", () => {
  it("by hand: a label waits until a person announces the account's labels", async () => {
    const s = await toldStation({ announces: "byHand" });
    const labels = [await buyTold(s), await buyTold(s)];
    expect([findJob(s.core.deps, "announce", labels[0]?.id ?? ""), s.told.calls]).toEqual([
      undefined,
      [],
    ]);
    const now = await s.call<{ labels: number }>("POST", "/station/announcements", {
      accountID: s.accountID,
    });
    expect(now.body).toMatchObject({ data: { labels: 2 } });
    for (const label of labels) await whenIn(s, label, "ANNOUNCED");
  });

  it("at set times: a label waits for the next Turkish time of day", async () => {
    const s = await toldStation({ announces: "16:30, 12:15" });
    const label = await buyTold(s); // at 12:00 in Turkey
    expect(findJob(s.core.deps, "announce", label.id)?.nextAttemptAt).toBe(
      "2026-11-21T09:15:00.000Z",
    );
    s.clock.nowMs = Date.parse("2026-11-21T09:15:01.000Z");
    await whenIn(s, label, "ANNOUNCED");
  });

  it("the lead sees the waiting labels of an account an hour before its cut-off", async () => {
    const s = await toldStation({ announces: "byHand", cutOff: "14:00" });
    await buyTold(s);
    const read = async () =>
      (await s.call<unknown[]>("GET", "/station/announcements/accounts")).body.data;
    expect(await read()).toMatchObject([{ waiting: 1, refused: 0, isUrgent: false }]);
    s.clock.nowMs = Date.parse("2026-11-21T10:00:00.000Z");
    expect(await read()).toMatchObject([{ waiting: 1, cutOff: "14:00", isUrgent: true }]);
  });
});

describe("cancelling a label of a connected account", () => {
  it("never announced: is cancelled at once without asking the carrier, and its job ends", async () => {
    const s = await toldStation({ announces: "23:00" });
    const before = await balanceOf(s);
    const label = await buyTold(s);
    const cancelled = await cancel(s, label);
    expect([
      cancelled.status,
      stateOf(s, label),
      findJob(s.core.deps, "announce", label.id)?.state,
      s.told.calls,
      await balanceOf(s),
    ]).toEqual([200, "WITHDRAWN", "DONE", [], before]);
  });

  it("announced: asks the carrier, and refunds when the carrier confirms", async () => {
    const s = await toldStation();
    const before = await balanceOf(s);
    const label = await buyTold(s);
    await whenIn(s, label, "ANNOUNCED");
    const cancelled = await cancel(s, label);
    expect([cancelled.status, stateOf(s, label), s.told.parcels.size, await balanceOf(s)]).toEqual([
      200,
      "CANCELED",
      0,
      before,
    ]);
  });

  it("announced and at the branch: E2022 with the carrier's words, and nothing changes", async () => {
    const s = await toldStation();
    const label = await buyTold(s);
    await whenIn(s, label, "ANNOUNCED");
    s.told.hasParcels = true;
    const cancelled = await cancel(s, label);
    expect([cancelled.status, cancelled.body.code, stateOf(s, label)]).toEqual([
      409,
      "E2022",
      "ANNOUNCED",
    ]);
    expect(cancelled.body.message).toContain("Şubede");
  });

  it("uncertain: asks the carrier, which then has no parcel", async () => {
    const s = await toldStation();
    s.told.moods.push("lost");
    const label = await buyTold(s);
    await whenIn(s, label, "UNCERTAIN");
    expect((await cancel(s, label)).status).toBe(200);
    expect([stateOf(s, label), s.told.parcels.size]).toEqual(["CANCELED", 0]);
  });

  it("while it is announced: waits for the announcement, then cancels at the carrier", async () => {
    const s = await toldStation();
    const open = Promise.withResolvers<void>();
    s.told.gate = () => open.promise;
    const label = await buyTold(s);
    await eventually("the announcement is on its way", () => s.told.calls.length === 1);
    const cancelled = cancel(s, label);
    await eventually("the cancellation waits", () =>
      findJob(s.core.deps, "cancel", label.id) === undefined ? undefined : true,
    );
    s.told.gate = () => Promise.resolve();
    open.resolve();
    await eventually("the announcement is known", () => stateOf(s, label) !== "WAITING");
    s.clock.nowMs += 10_000;
    expect((await cancelled).status).toBe(200);
    expect([stateOf(s, label), s.told.parcels.size, s.told.calls.at(-1)]).toEqual([
      "CANCELED",
      0,
      `cancel ${barcodeOf(label)}`,
    ]);
  });

  it("refused by the carrier: is cancelled at once, since the carrier does not have it", async () => {
    const s = await toldStation();
    s.told.moods.push("refused");
    const label = await buyTold(s);
    await whenIn(s, label, "REFUSED");
    expect((await cancel(s, label)).status).toBe(200);
    expect([stateOf(s, label), s.told.calls.length]).toEqual(["WITHDRAWN", 1]);
  });
});

describe("a person's word about a label", () => {
  it("an uncertain label that the carrier does not have is refused, and can be cancelled at once", async () => {
    const s = await toldStation();
    s.told.moods.push("silent");
    const label = await buyTold(s);
    await whenIn(s, label, "UNCERTAIN");
    const word = await s.call<Announcement>("POST", `/station/announcements/${label.id}/outcome`, {
      outcome: "notAnnounced",
    });
    expect(word.body.data.state).toBe("REFUSED");
    expect((await cancel(s, label)).status).toBe(200);
  });
});

describe("the connection of an account", () => {
  it("its secrets are in no answer and not in the database, and an empty secret keeps its value", async () => {
    const s = await toldStation();
    const list = await s.call<ConnectedAccount[]>("GET", "/station/connections");
    expect(list.body.data).toMatchObject([
      { accountID: s.accountID, kind: "told", settings: { url: TOLD_ACCOUNT.parameters.url } },
    ]);
    expect(JSON.stringify(list.body)).not.toMatch(/anahtar|dogru/);
    const changed = await s.call("PUT", `/station/connections/${s.accountID}`, {
      kind: "told",
      password: "dogru",
      settings: { url: TOLD_ACCOUNT.parameters.url },
      cutOff: "17:00",
    });
    const tested = await s.call("POST", `/station/connections/${s.accountID}/test`);
    expect([changed.status, tested.body.data]).toEqual([200, { result: "accepted", words: "ok" }]);
    await s.call("PUT", `/station/connections/${s.accountID}`, {
      kind: "told",
      password: "yanlis",
      settings: { url: TOLD_ACCOUNT.parameters.url },
    });
    const wrong = await s.call("POST", `/station/connections/${s.accountID}/test`);
    expect(wrong.body.data).toEqual({ result: "refused", words: "wrong password" });
  });

  it("its password is removed with it, so that another server gets none", async () => {
    const s = await toldStation();
    const put = (body: unknown) => s.call("PUT", `/station/connections/${s.accountID}`, body);
    const removed = await put({ kind: "" });
    const { status, body } = await put({
      kind: "told",
      settings: { url: "https://hirsiz.ornek.test/ws", customerKey: "x" },
    });
    expect([removed.status, status, body.message]).toEqual([
      200,
      400,
      expect.stringContaining("password:"),
    ]);
  });

  it("changes to another server only with all secrets entered again, because that server gets them", async () => {
    const s = await toldStation();
    const move = (password: string, customerKey: string) =>
      s.call("PUT", `/station/connections/${s.accountID}`, {
        kind: "told",
        password,
        settings: { url: "https://baska.ornek.test/ws", customerKey },
      });
    const answers = [await move("", "yeni"), await move("yeni", ""), await move("yeni", "yeni")];
    expect(answers.map(({ body }) => body.message?.split(":")[0])).toEqual([
      "password",
      "customerKey",
      undefined,
    ]);
  });

  it.each([
    [{ kind: "unbekannt" }, "told, or empty."],
    [{ kind: "told", settings: {} }, "url: is required for this connection."],
    [{ kind: "told", settings: { url: "ftp://x" } }, "url: must be an address like"],
    [
      { kind: "told", settings: { url: "https://x.test" }, announces: "25:00" },
      "announces: must be",
    ],
    [{ kind: "told", settings: { url: "https://x.test" }, cutOff: "9:00" }, "cutOff: must be"],
    [{ kind: "manual", settings: { columns: "Ad=recipient.name" } }, "the field barcode"],
  ])("%j is E1085 with the field, and nothing changes", async (body, words) => {
    const s = await toldStation();
    const before = await s.call("GET", "/station/connections");
    const answer = await s.call("PUT", `/station/connections/${s.accountID}`, body);
    expect([answer.status, answer.body.code]).toEqual([400, "E1085"]);
    expect(answer.body.message).toContain(words);
    expect((await s.call("GET", "/station/connections")).body.data).toEqual(before.body.data);
  });
});
