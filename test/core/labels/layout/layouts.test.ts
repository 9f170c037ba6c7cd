import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { LABEL_FIELDS, layoutSchema } from "../../../../core/labels/layout/layout.schema.ts";
import { loadLayouts } from "../../../../core/labels/layout/layouts.ts";
import { LAYOUTS, RESOURCES } from "../a-label.ts";

const FILE = join(RESOURCES, "labels", "layout.schema.json");

it("the layouts are standard, compact, return, cash on delivery and appointment, with the earlier versions of bought labels", () => {
  expect([...LAYOUTS.keys()].toSorted()).toEqual([
    "appointment@1",
    "appointment@2",
    "appointment@3",
    "cash-on-delivery@1",
    "cash-on-delivery@2",
    "cash-on-delivery@3",
    "compact@1",
    "compact@2",
    "compact@3",
    "return@1",
    "return@2",
    "return@3",
    "standard@1",
    "standard@2",
    "standard@3",
  ]);
});

it("the schema in the layouts' folder is the schema that checks them (UPDATE_SNAPSHOT=1 writes it)", () => {
  const schema = `${JSON.stringify(z.toJSONSchema(layoutSchema, { io: "input" }), null, 2)}\n`;
  if (process.env["UPDATE_SNAPSHOT"] === "1") writeFileSync(FILE, schema);
  expect(readFileSync(FILE, "utf8")).toBe(schema);
});

it("the README in the layouts' folder names every field", () => {
  const readme = readFileSync(join(RESOURCES, "labels", "README.md"), "utf8");
  expect(LABEL_FIELDS.filter((field) => !readme.includes(`\`${field}\``))).toEqual([]);
});

it("a layout with an unknown field, a Data Matrix of another field than the barcode or a missing part is rejected with the name of its file", () => {
  const folder = mkdtempSync(join(tmpdir(), "packbench-layouts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "labels"));
  const write = (root: unknown): void =>
    writeFileSync(
      join(folder, "labels", "own.json"),
      JSON.stringify({
        name: "own",
        version: 1,
        title: { tr: "Bizim", en: "Ours" },
        margin: 2,
        arrangements: [{ root }],
      }),
    );
  writeFileSync(join(folder, "labels", "parts.json"), "{}");
  write({ kind: "text", field: "recipient.nick", size: [2, 3] });
  expect(() => loadLayouts(folder)).toThrow("own.json");
  // The check before printing refuses a 2-D code with another text than the barcode's.
  write({ kind: "matrix", field: "orderNumber", rank: 1 });
  expect(() => loadLayouts(folder)).toThrow("own.json");
  write({ kind: "part", name: "head" });
  expect(() => loadLayouts(folder)).toThrow(
    "own.json names the part head, which parts.json does not have",
  );
});
