import { describe, expect, it } from "vitest";
import type { AnnouncementFile } from "../../../../core/fulfilment/announcements/announcement-files.schema.ts";
import { findAnnouncement } from "../../../../core/fulfilment/announcements/announcements.store.ts";
import { buyTold, toldStation, type ToldStation } from "../../../helpers/announced-carrier.ts";

const FILES = "/station/announcement-files";
const COLUMNS = "Barkod=barcode; Alıcı=recipient.name; Ağırlık=weightKg; Tahsilat=codAmount";

async function fileStation(settings: Record<string, string> = {}): Promise<ToldStation> {
  const s = await toldStation();
  await s.call("PUT", `/station/connections/${s.accountID}`, {
    kind: "manual",
    settings: { columns: COLUMNS, ...settings },
  });
  return s;
}

const makeFile = (s: ToldStation) =>
  s.call<AnnouncementFile>("POST", FILES, { accountID: s.accountID });

async function linesOf(s: ToldStation, id: string): Promise<string[]> {
  const response = await fetch(`${s.url}${FILES}/${id}`, {
    headers: { authorization: `Bearer ${s.started.token}` },
  });
  return (await response.text()).replace("\uFEFF", "").trim().split("\r\n");
}

const stateOf = (s: ToldStation, id: string) => findAnnouncement(s.core.deps.db, id)?.state;

describe("a file of parcels", () => {
  it("has the chosen columns of each waiting parcel, and the next file has none of them", async () => {
    const s = await fileStation();
    const labels = [await buyTold(s), await buyTold(s)];
    const made = await makeFile(s);
    expect(made.body.data).toMatchObject({ parcels: 2, open: 2, state: "WRITTEN" });
    expect(await linesOf(s, made.body.data.id)).toEqual([
      '"Barkod";"Alıcı";"Ağırlık";"Tahsilat"',
      ...labels.map(({ shipment }) => `"${shipment.barcode}";"Çağla Şimşekoğlu";"2,5";""`),
    ]);
    const second = await makeFile(s);
    expect([second.status, second.body.code]).toEqual([409, "E2184"]);
    const third = await buyTold(s);
    const later = await makeFile(s);
    expect(await linesOf(s, later.body.data.id)).toHaveLength(2);
    expect((await linesOf(s, later.body.data.id))[1]).toContain(third.shipment.barcode);
    expect(later.body.data.name).not.toBe(made.body.data.name);
  });

  it("a person's word that the carrier took it makes its parcels announced", async () => {
    const s = await fileStation();
    const { id } = await buyTold(s);
    const { body } = await makeFile(s);
    expect(stateOf(s, id)).toBe("WAITING");
    const taken = await s.call<AnnouncementFile>("POST", `${FILES}/${body.data.id}/outcome`, {
      outcome: "taken",
    });
    expect([taken.body.data.state, stateOf(s, id)]).toEqual(["TAKEN", "ANNOUNCED"]);
    const dropped = await s.call("POST", `${FILES}/${body.data.id}/outcome`, {
      outcome: "dropped",
    });
    expect([dropped.status, dropped.body.code]).toEqual([409, "E2181"]);
  });

  it("the parcels of a file that the carrier did not take wait for the next file", async () => {
    const s = await fileStation();
    await buyTold(s);
    const { body } = await makeFile(s);
    await s.call("POST", `${FILES}/${body.data.id}/outcome`, { outcome: "dropped" });
    expect((await makeFile(s)).body.data.parcels).toBe(1);
  });

  it("a label in a file is cancelled only after a person says that the carrier cancelled it", async () => {
    const s = await fileStation();
    const { id, shipment } = await buyTold(s);
    await makeFile(s);
    const refused = await s.call("DELETE", `/shipments/${shipment.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, "E2022"]);
    await s.call("POST", `/station/announcements/${id}/outcome`, { outcome: "cancelled" });
    expect((await s.call("DELETE", `/shipments/${shipment.id}`)).status).toBe(200);
    expect(stateOf(s, id)).toBe("CANCELED");
  });

  it("an account's format decides between a workbook and text", async () => {
    const s = await fileStation({ format: "xlsx" });
    await buyTold(s);
    const { body } = await makeFile(s);
    const response = await fetch(`${s.url}${FILES}/${body.data.id}`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect(body.data.name).toMatch(/^gercek-hesabi-2026-11-21-12\d\d-\w{6}\.xlsx$/);
  });
});
