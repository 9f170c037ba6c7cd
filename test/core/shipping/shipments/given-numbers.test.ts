import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { newestBarcode } from "../../../../core/shipping/shipments/shipments.service.ts";
import { boughtShipment, station } from "../../../helpers/station.ts";

it("the largest barcode of a range is found among many longer barcodes, while other work runs", async () => {
  const s = await station();
  const { db } = s.core.deps;
  const { barcode } = (await boughtShipment(s, { test: true })).shipment;
  const columns = (db.raw.pragma("table_info(shipments)") as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== "seq");
  const copied = columns.map((name) =>
    name === "id"
      ? "printf('01a00000-0000-7000-8000-%012d', n)"
      : name === "barcode"
        ? "printf('2%010d', n)"
        : name === "number"
          ? "n"
          : name,
  );
  db.raw.exec(
    `WITH RECURSIVE k (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM k WHERE n < 5000) INSERT INTO shipments (${columns.join(", ")}) SELECT ${copied.join(", ")} FROM k, (SELECT * FROM shipments WHERE barcode = '${barcode}')`,
  );
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await setImmediate();
  })();
  const found = await newestBarcode({ db }, "1000000001", "9999999999");
  isOver = true;
  await counting;
  expect(found).toBe(barcode);
  expect(turns).toBeGreaterThan(5);
  expect(await newestBarcode({ db }, "20000000101", "20000000200")).toBe("20000000200");
  expect(await newestBarcode({ db }, "3000", "3999")).toBeNull();
});
