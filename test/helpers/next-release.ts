/** Real programs of the next release: this code with one more migration. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, temporaryFolder } from "./folders.ts";

/** Schema version of this release. */
export const LAST_SCHEMA = readdirSync(join(ROOT, "core/db/migrations")).length;

/** Table that the next release syncs, with a row for each shipment that it creates. */
const NOTES =
  "CREATE TABLE next_notes (id TEXT PRIMARY KEY, stamp TEXT NOT NULL, updated_at TEXT NOT NULL, organization_id TEXT NOT NULL, text TEXT NOT NULL) STRICT;";
const WRITE_NOTE = `  if (table === "shipments") insertRow(db, "next_notes", { id: String(columns["id"]), updated_at: String(columns["updated_at"]), organization_id: String(columns["organization_id"]), text: "new" });\n`;

/**
 * Creates the sources of the next release.
 *
 * @param minReader Oldest schema whose app may still read the database.
 * @param tareG Value that the next release writes into the added column of its parcels; undefined:
 *   the column's default.
 * @param hasNotes Whether the release also syncs `next_notes`.
 * @returns Its root folder.
 */
export function makeNextRelease(
  minReader: number,
  {
    sql = "ALTER TABLE parcels ADD COLUMN tare_g INTEGER;",
    tareG,
    hasNotes = false,
  }: { readonly sql?: string; readonly tareG?: number; readonly hasNotes?: boolean } = {},
): string {
  const root = temporaryFolder();
  cpSync(join(ROOT, "core"), join(root, "core"), { recursive: true });
  for (const name of ["quick-serve.ts", "quick-times.ts"])
    cpSync(join(ROOT, "test/helpers", name), join(root, "test/helpers", name));
  for (const name of ["package.json", "tsconfig.json"]) cpSync(join(ROOT, name), join(root, name));
  for (const name of ["node_modules", "resources"]) symlinkSync(join(ROOT, name), join(root, name));
  // A real release would write the added column in its stores; here its default or the common write
  // function fills it.
  const file = join(root, "core/db/change.ts");
  const known = readFileSync(file, "utf8");
  const code = known.replace(/if \(!db\.isNewer\)\s+for/, "for (const _ of []) for");
  const begin = "  noteWrite(db, table);\n  const { lastInsertRowid }";
  if (code === known || !code.includes(begin))
    throw new Error("insertRow has changed: this helper has to follow");
  const written = `${tareG === undefined ? "" : `  if (table === "parcels") columns.tare_g = ${tareG};\n`}${hasNotes ? WRITE_NOTE : ""}`;
  writeFileSync(file, code.replace(begin, `${written}${begin}`));
  const tables = join(root, "core/fulfilment/shared-printers/shared-printers.tables.ts");
  if (hasNotes)
    writeFileSync(
      tables,
      readFileSync(tables, "utf8").replace(
        "    print_requests: {",
        `    next_notes: { merge: "fields", latest: LATEST },\n    print_requests: {`,
      ),
    );
  writeFileSync(
    join(root, "core/db/migrations", `${String(LAST_SCHEMA + 1).padStart(4, "0")}-next.sql`),
    `-- min_reader: ${minReader}\n${sql}\n${hasNotes ? NOTES : ""}\n`,
  );
  return root;
}
