import { homedir } from "node:os";
import { expect, it } from "vitest";
import type { Diagnostics } from "../../../core/diagnostics/diagnostics.schema.ts";
import { boughtShipment, RECIPIENT, station } from "../../helpers/station.ts";
import { instantLabels } from "../printing/a-printer.ts";

it("diagnostics name versions, database, printers, open work and the last faults, with no secret and no person", async () => {
  const s = await station({ version: "9.9.9", world: { labels: instantLabels } });
  await boughtShipment(s);
  s.core.deps.log.error({ err: new Error("no route to https://user:hunter2@carrier.test/?token=abcdef123") }, "a carrier could not be asked");
  s.core.deps.log.warn({}, "the disk is slow");
  const { data } = await s.desk<Diagnostics>("GET", "/station/diagnostics");
  const valueOf = (name: string): string | undefined => data.lines.find((line) => line.name === name)?.value;
  expect(valueOf("app")).toBe("Packbench 9.9.9");
  expect(valueOf("node")).toBe(process.versions.node);
  expect(valueOf("sqlite")).toMatch(/^3\.\d+/);
  expect(valueOf("api")).toBe(new URL(s.url).origin);
  expect(data.lines.find(({ name }) => name === "backup")).toMatchObject({ value: "", tone: "attention" });
  expect(data.faults.map(({ level, message }) => [level, message])).toEqual([["warn", "the disk is slow"], ["error", "a carrier could not be asked"]]);
  expect(data.text).toContain("app: Packbench 9.9.9");
  for (const text of ["hunter2", "abcdef123", s.started.token ?? "", RECIPIENT.name, RECIPIENT.phone, homedir()]) expect(JSON.stringify(data).includes(text)).toBe(false);
});
