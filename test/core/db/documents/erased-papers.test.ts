import { expect, it } from "vitest";
import { deleteOfShipment } from "../../../../core/db/documents/documents.store.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";

it("a paper uploaded for an erased shipment is deleted even if it was never printed, and stays while another shipment has it", () => {
  const {
    deps: { db },
  } = looseStation();
  const insert = (table: string, values: Record<string, unknown>): void => {
    const columns = db.raw
      .prepare(
        'SELECT name, type, dflt_value AS byDefault FROM pragma_table_info(?) WHERE "notnull" = 1',
      )
      .all(table) as { name: string; type: string; byDefault: string | null }[];
    const usual = Object.fromEntries(
      columns
        .filter(({ byDefault }) => byDefault === null)
        .map(({ name, type }) => [
          name,
          type === "BLOB" ? Buffer.from("x") : type === "TEXT" ? "" : 1,
        ]),
    );
    const row: Record<string, unknown> = { ...usual, ...values };
    db.raw
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
          .map((name) => `:${name}`)
          .join(", ")})`,
      )
      .run(row);
  };
  for (const hash of ["own", "shared"])
    insert("documents", { hash, kind: "pdf", source: "uploaded", language: "PDF" });
  for (const [id, shipment_id, document_hash] of [
    ["1", "erased", "own"],
    ["2", "erased", "shared"],
    ["3", "other", "shared"],
  ] as const)
    insert("shipment_papers", { id, shipment_id, document_hash });
  deleteOfShipment(db, "erased");
  expect(db.raw.prepare("SELECT hash FROM documents").pluck().all()).toEqual(["shared"]);
  deleteOfShipment(db, "other");
  expect(db.raw.prepare("SELECT hash FROM documents").pluck().all()).toEqual([]);
});
