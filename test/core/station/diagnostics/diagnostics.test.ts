import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Diagnostics } from "../../../../core/station/diagnostics/diagnostics.schema.ts";
import { boughtShipment, RECIPIENT, station, temporaryFolder } from "../../../helpers/station.ts";
import { instantLabels } from "../../printing/a-printer.ts";

it("diagnostics show versions, address, missing backup and the last faults, without secrets or personal data", async () => {
  const s = await station({ version: "9.9.9", world: { labels: instantLabels } });
  await boughtShipment(s);
  s.core.deps.log.error(
    { err: new Error("no route to https://user:hunter2@carrier.test/?token=abcdef123") },
    "a carrier could not be asked",
  );
  s.core.deps.log.warn({}, "the disk is slow");
  const { data } = await s.desk<Diagnostics>("GET", "/station/diagnostics");
  const valueOf = (name: string): string | undefined =>
    data.lines.find((line) => line.name === name)?.value;
  expect(valueOf("app")).toBe("Packbench 9.9.9");
  expect(valueOf("node")).toBe(process.versions.node);
  expect(valueOf("sqlite")).toMatch(/^3\.\d+/);
  expect(valueOf("api")).toBe(new URL(s.url).origin);
  expect(data.lines.find(({ name }) => name === "backup")).toMatchObject({
    value: "",
    tone: "attention",
  });
  expect(data.faults.map(({ level, message }) => [level, message])).toEqual([
    ["warn", "the disk is slow"],
    ["error", "a carrier could not be asked"],
  ]);
  expect(data.text).toContain("app: Packbench 9.9.9");
  for (const text of [
    "hunter2",
    "abcdef123",
    s.started.token ?? "",
    RECIPIENT.name,
    RECIPIENT.phone,
    homedir(),
  ])
    expect(JSON.stringify(data).includes(text)).toBe(false);
});

it("diagnostics show each printer with its state, the number of open prints, and that a print of unknown outcome needs attention", async () => {
  const s = await station({ world: { labels: instantLabels } });
  const { shipment } = await boughtShipment(s);
  await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id });
  const valuesOf = ({ lines }: Diagnostics): unknown =>
    ["jobs", "prints"].map((name) => lines.find((line) => line.name === name)?.value);
  const { data } = await s.desk<Diagnostics>("GET", "/station/diagnostics");
  expect([valuesOf(data), data.printers]).toEqual([["0", "1"], []]);
  await s.desk("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host: "127.0.0.1",
    port: 9,
  });
  s.core.deps.db.raw.exec("UPDATE print_jobs SET status = 'UNKNOWN'");
  const { data: later } = await s.desk<Diagnostics>("GET", "/station/diagnostics");
  expect(later.printers).toMatchObject([{ name: "Zebra", state: expect.any(String) }]);
  expect(later.lines.find(({ name }) => name === "prints")).toMatchObject({
    value: "1",
    tone: "attention",
  });
  expect(later.text).toMatch(/^printer Zebra: /m);
});

it("diagnostics warn from 89 days before the last day whose public holidays are known", async () => {
  const s = await station();
  const readAt = async (at: string): Promise<unknown> => {
    s.clock.nowMs = Date.parse(at);
    const { data } = await s.desk<Diagnostics>("GET", "/station/diagnostics");
    return data.lines.find(({ name }) => name === "holidays");
  };
  const known = { name: "holidays", value: "2030-12-31" };
  expect(await readAt("2026-11-24T09:00:00.000Z")).toEqual({ ...known, tone: "ok" });
  expect(await readAt("2030-10-02T20:59:00.000Z")).toEqual({ ...known, tone: "ok" });
  expect(await readAt("2030-10-02T21:00:00.000Z")).toEqual({ ...known, tone: "attention" });
  expect(await readAt("2031-01-15T09:00:00.000Z")).toEqual({ ...known, tone: "attention" });
});

it("diagnostics count crash dumps with the time of the newest, and list the settings of a policy", async () => {
  const policyFile = join(temporaryFolder(), "policy.json");
  writeFileSync(
    policyFile,
    JSON.stringify({ kiosk: true, hub: { url: "tls://hub.example:4222" } }),
  );
  const s = await station({ policyFile });
  const read = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      (await s.desk<Diagnostics>("GET", "/station/diagnostics")).data.lines.map(
        ({ name, value, tone }) => [name, [value, tone]],
      ),
    );
  expect(await read()).toMatchObject({ policy: ["hub, kiosk", null] });
  expect((await read())["crashes"]).toBeUndefined();
  mkdirSync(join(s.dataDir, "crashes", "pending"), { recursive: true });
  for (const [name, at] of [
    ["a", "2026-11-01T10:00:00.000Z"],
    ["b", "2026-11-03T10:00:00.000Z"],
  ] as const) {
    const file = join(s.dataDir, "crashes", "pending", `${name}.dmp`);
    writeFileSync(file, "Ayşe Yılmaz");
    utimesSync(file, new Date(at), new Date(at));
  }
  expect((await read())["crashes"]).toEqual(["2 (2026-11-03T10:00:00.000Z)", "attention"]);
});
