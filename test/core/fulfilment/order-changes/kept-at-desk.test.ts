/** Files that change orders whose parcel was measured, or whose recipient was corrected, at the desk. */
import { expect, it } from "vitest";
import { RECIPIENT, station, type Station } from "../../../helpers/station.ts";
import { changeBy, decide, fieldsOf, openAt, openChanges, take } from "./order-change-acts.ts";

const measure = (s: Station, id: string, measures: Readonly<Record<string, string>>) =>
  s.desk("PATCH", `/shipments/${id}`, measures);

const correct = (s: Station, id: string, to: Readonly<Record<string, string>>) =>
  s.desk("PUT", `/station/shipments/${id}/recipient`, {
    ...RECIPIENT,
    name: "Ömer Işık",
    phone: "05551112233",
    address1: "Gül Sk. 1",
    cityName: "İstanbul",
    districtName: "Kadıköy",
    ...to,
  });

it("a weight and a size that the desk has measured stay when a file with another note is applied", async () => {
  const s = await station();
  await take(s);
  const { shipment } = await openAt(s);
  await measure(s, shipment.id, { weight: "2.35", length: "30", width: "20", height: "10" });
  const change = await changeBy(s, { note: "Zile basmayın" });
  expect(fieldsOf(change)).toEqual([["notes", "", "Zile basmayın"]]);
  await decide(s, "apply", change);
  const { shipment: after } = await openAt(s);
  expect([after.weight, after.length, after.order?.notes]).toEqual(["2.35", "30", "Zile basmayın"]);
});

it("a measured weight is no change also when the file's weight changes, and an unmeasured one is", async () => {
  const s = await station();
  await take(s, {}, { no: "T-2" });
  const { shipment } = await openAt(s);
  await measure(s, shipment.id, { weight: "2.35" });
  const { changed } = await take(s, { weight: "2,5" }, { no: "T-2", weight: "2,5" });
  expect(changed.map((one) => [one.orderNumber, fieldsOf(one)])).toEqual([
    ["T-2", [["weight", "1", "2.5"]]],
  ]);
});

it("a weight that is measured while its change is open is no longer changed", async () => {
  const s = await station();
  await take(s);
  const { shipment } = await openAt(s);
  const change = await changeBy(s, { weight: "2,5", note: "N" });
  await measure(s, shipment.id, { weight: "2.35" });
  const [shown] = (await openChanges(s)).list;
  expect(shown && fieldsOf(shown)).toEqual([["notes", "", "N"]]);
  await decide(s, "apply", change);
  expect((await openAt(s)).shipment.weight).toBe("2.35");
});

it("a weight of a file that was applied is changed by the next file", async () => {
  const s = await station();
  await take(s);
  await decide(s, "apply", await changeBy(s, { weight: "2,5" }));
  const change = await changeBy(s, { weight: "3" });
  expect(fieldsOf(change)).toEqual([["weight", "2.5", "3"]]);
});

it("a corrected recipient stays when a file changes another field of the recipient", async () => {
  const s = await station();
  await take(s);
  const { shipment } = await openAt(s);
  await correct(s, shipment.id, {
    name: "Ömer Ali Işık",
    address1: "Gül Sk. No: 1 D: 4",
    districtName: "Üsküdar",
  });
  const change = await changeBy(s, { phone: "05551112244" });
  expect(fieldsOf(change)).toEqual([["phone", "05551112233", "05551112244"]]);
  await decide(s, "apply", change);
  const { recipientAddress: to } = (await openAt(s)).shipment;
  expect([to?.name, to?.address1, to?.districtName, to?.phone]).toEqual([
    "Ömer Ali Işık",
    "Gül Sk. No: 1 D: 4",
    "Üsküdar",
    "05551112244",
  ]);
});

it("a corrected address is changed by a file whose address is another than before", async () => {
  const s = await station();
  await take(s);
  const { shipment } = await openAt(s);
  await correct(s, shipment.id, { address1: "Gül Sk. No: 1 D: 4", districtName: "Üsküdar" });
  const change = await changeBy(s, { address: "Lale Cd. 5", district: "Beşiktaş" });
  expect(fieldsOf(change)).toEqual([
    ["address", "Gül Sk. No: 1 D: 4", "Lale Cd. 5"],
    ["district", "Üsküdar", "Beşiktaş"],
  ]);
  await decide(s, "apply", change);
  const { recipientAddress: to } = (await openAt(s)).shipment;
  expect([to?.address1, to?.districtName]).toEqual(["Lale Cd. 5", "Beşiktaş"]);
});

it("a file's new street comes with the file's district, although the desk has corrected the district before", async () => {
  const s = await station();
  await take(s);
  const { shipment } = await openAt(s);
  await correct(s, shipment.id, { districtName: "Üsküdar" });
  const change = await changeBy(s, { address: "Lale Cd. 5" });
  expect(fieldsOf(change)).toEqual([
    ["address", "Gül Sk. 1", "Lale Cd. 5"],
    ["district", "Üsküdar", "Kadıköy"],
  ]);
  await decide(s, "apply", change);
  const { recipientAddress: to } = (await openAt(s)).shipment;
  expect([to?.address1, to?.districtName]).toEqual(["Lale Cd. 5", "Kadıköy"]);
});

it("an order of an earlier version, whose rows are unknown, is compared as a whole", async () => {
  const s = await station();
  await take(s);
  s.core.deps.db.raw.prepare("UPDATE orders SET field_digests = ''").run();
  const { shipment } = await openAt(s);
  await measure(s, shipment.id, { weight: "2.35" });
  expect(fieldsOf(await changeBy(s, { note: "N" }))).toEqual([
    ["weight", "2.35", "1"],
    ["notes", "", "N"],
  ]);
});
