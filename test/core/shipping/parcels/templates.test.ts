import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParcelTemplate } from "../../../../core/shipping/parcels/parcels.schema.ts";
import { lastingStation, parcel, type Station } from "../../../helpers/station.ts";

let s: Station;
beforeAll(async () => {
  s = await lastingStation();
});
afterAll(() => s.stop());

const create = async (body: unknown): Promise<ParcelTemplate> =>
  (await s.call<ParcelTemplate>("POST", "/parceltemplates", body)).body.data;

describe("a parcel template", () => {
  it("a template keeps its size in its unit and has its desi, also from numbers sent as texts", async () => {
    const made = await create({
      name: "Küçük kutu",
      length: "10",
      width: 10,
      height: "10",
      weight: "1.5",
      distanceUnit: "IN",
      massUnit: "lb",
    });
    expect(made).toMatchObject({
      name: "Küçük kutu",
      length: "10",
      weight: "1.5",
      distanceUnit: "in",
      massUnit: "lb",
      isActive: true,
    });
    expect(Number(made.desi)).toBeCloseTo(25.4 ** 3 / 3_000, 2);
    expect((await s.call("GET", `/parceltemplates/${made.id}`)).body.data).toEqual(made);
  });

  it("a template without units is in cm and kg, and a missing measure makes its desi 0", async () => {
    expect(await create({ name: "Zarf", length: 30, width: 20 })).toMatchObject({
      distanceUnit: "cm",
      massUnit: "kg",
      height: "0",
      weight: "0",
      desi: "0",
    });
  });

  it("a deleted template is no longer listed, is E2012 to fetch and to delete again, and E1067 to ship with", async () => {
    const { id } = await create({ name: "Eski", length: 1, width: 1, height: 1, weight: 1 });
    const listed = async (): Promise<boolean> =>
      (await s.call<ParcelTemplate[]>("GET", "/parceltemplates")).body.data.some(
        (template) => template.id === id,
      );
    expect([
      await listed(),
      (await s.call("DELETE", `/parceltemplates/${id}`)).status,
      await listed(),
    ]).toEqual([true, 200, false]);
    const { length: _l, width: _w, height: _h, weight: _m, ...unsized } = parcel();
    const answers = await Promise.all([
      s.call("GET", `/parceltemplates/${id}`),
      s.call("DELETE", `/parceltemplates/${id}`),
      s.call("POST", "/shipments", { ...unsized, parcelTemplateID: id }),
    ]);
    expect(answers.map(({ body }) => body.code)).toEqual(["E2012", "E2012", "E1067"]);
  });

  it("another organization's template is not found", async () => {
    const { id } = await create({ name: "Bizim", length: 1, width: 1, height: 1, weight: 1 });
    const other = (await s.call<{ id: string }>("POST", "/organizations", { name: "Başka" })).body
      .data.id;
    const { token } = (
      await s.call<{ token: string }>("POST", "/apitokens", { organizationID: other })
    ).body.data;
    const { body } = await s.call("GET", `/parceltemplates/${id}`, undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(body.code).toBe("E2012");
  });

  it("a change sets only the given fields, and a new sequence of templates with an unknown or a repeated id changes nothing", async () => {
    const [a, b, c] = [
      await create({ name: "A", length: 1 }),
      await create({ name: "B", length: 2 }),
      await create({ name: "C", length: 3 }),
    ];
    const changed = await s.call<ParcelTemplate>("PATCH", `/station/boxes/${b.id}`, {
      name: "B 2",
      weight: "0.4",
    });
    expect(changed.body.data).toMatchObject({ name: "B 2", length: "2", weight: "0.4" });
    const names = async (): Promise<string[]> =>
      (await s.call<ParcelTemplate[]>("GET", "/parceltemplates")).body.data.map(({ name }) => name);
    const before = await names();
    for (const ids of [
      [c.id, "none"],
      [c.id, c.id],
    ])
      expect((await s.call("PUT", "/station/boxes", { ids })).body.code).toBe("E2012");
    expect(await names()).toEqual(before);
    await s.call("PUT", "/station/boxes", { ids: [c.id, a.id] });
    expect((await names()).slice(0, 2)).toEqual(["C", "A"]);
    expect((await names()).length).toBe(before.length);
    await create({ name: "D", length: 4 });
    expect((await names()).at(-1)).toBe("D");
  });
});

describe("the barcode of a box", () => {
  const setBarcode = (id: string, barcode: string) =>
    s.desk<ParcelTemplate>("PATCH", `/station/boxes/${id}`, { barcode });

  it("is kept by other changes, is refused for a second box in any case, and is free again when it is emptied", async () => {
    const small = await create({ name: "K", length: 10, width: 10, height: 10, barcode: "kutu-1" });
    const large = await create({ name: "B", length: 30, width: 30, height: 30 });
    const kept = await s.desk<ParcelTemplate>("PATCH", `/station/boxes/${small.id}`, {
      name: "K2",
    });
    const refused = await setBarcode(large.id, "KUTU-1");
    const spaced = await setBarcode(large.id, "KUTU 1");
    await setBarcode(small.id, "");
    const free = await setBarcode(large.id, "KUTU-1");
    expect([kept.data.barcode, refused.code, spaced.code, free.data.barcode]).toEqual([
      "kutu-1",
      "E2253",
      "E1085",
      "KUTU-1",
    ]);
    expect(refused.message).toContain("K2");
  });
});
