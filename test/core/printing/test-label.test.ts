import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSymbols } from "../../../core/labels/read-symbols.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { createSimulator } from "../../../core/printing/simulator/simulator.ts";
import {
  eventually,
  station,
  temporaryFolder,
  trueTime,
  type Station,
} from "../../helpers/station.ts";

const ended = (s: Station, id: string): Promise<PrintJob> =>
  eventually("the test label has ended", async () => {
    const { data } = await s.desk<PrintJob>("GET", `/station/printjobs/${id}`);
    return ["SENT", "CONFIRMED", "FAILED", "UNKNOWN"].includes(data.status) && data;
  });

describe("a test label", () => {
  it.each(["ZPL", "TSPL", "EPL"] as const)(
    "a test label is printed on a printer of %s that has no role, and can be scanned",
    async (language) => {
      const s = await station({ world: { now: trueTime } });
      await s.desk("POST", "/station/printers", {
        name: "Etiket",
        driver: "file",
        path: temporaryFolder(),
      });
      const simulator = await createSimulator({
        port: 0,
        httpPort: 0,
        dir: join(temporaryFolder(), "jobs"),
        language,
      });
      onTestFinished(() => simulator.close());
      const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", {
        name: "Depo 2",
        driver: "tcp",
        host: "127.0.0.1",
        port: simulator.port,
        language,
      });
      const { data: job, status } = await s.desk<PrintJob>(
        "POST",
        `/station/printers/${printer.id}/test`,
      );
      expect([status, job.kind, job.shipmentID]).toEqual([201, "TEST", ""]);
      expect(await ended(s, job.id)).toMatchObject({
        printerName: "Depo 2",
        verification: "unverifiable",
        lastError: "",
      });
      const picture = await eventually(
        "the label is out",
        async () =>
          simulator.jobs().length === 1 && (await fetch(`${simulator.httpUrl}/jobs/1.png`)),
      );
      expect(
        (await readSymbols(Buffer.from(await picture.arrayBuffer()), {})).map(({ text }) => text),
      ).toEqual(["PACKBENCH TEST"]);
    },
  );

  it("a test label is shown with unsaved settings, on the requested paper", async () => {
    const s = await station({ world: { now: trueTime } });
    const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", {
      name: "Etiket",
      driver: "file",
      path: temporaryFolder(),
    });
    const { data } = await s.desk<{ dataURL: string; offsetXMm: number }>(
      "POST",
      `/station/printers/${printer.id}/test/picture`,
      { widthMm: 100, heightMm: 100, offsetXMm: 1.5 },
    );
    const png = Buffer.from(data.dataURL.replace("data:image/png;base64,", ""), "base64");
    expect([png.readUInt32BE(16), png.readUInt32BE(20), data.offsetXMm]).toEqual([800, 800, 1.5]);
    const { data: after } = await s.desk<{ list: PrinterRecord[] }>("GET", "/station/printers");
    expect(after.list[0]).toMatchObject({ heightMm: 150 });
    expect(
      await s.desk("POST", `/station/printers/${printer.id}/test/picture`, { offsetXMm: 4 }),
    ).toMatchObject({ status: 400, code: "E1085" });
  });

  it("a test label is rejected for a printer that is switched off", async () => {
    const s = await station({ world: { now: trueTime } });
    const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", {
      name: "Etiket",
      driver: "file",
      path: temporaryFolder(),
    });
    await s.desk("PATCH", `/station/printers/${printer.id}`, { isActive: false });
    expect(await s.desk("POST", `/station/printers/${printer.id}/test`)).toMatchObject({
      status: 400,
      code: "E1085",
    });
  });
});

describe("a printer that is changed", () => {
  it(
    "a changed printer gets its labels at the new address, in the new language",
    { tags: "all" },
    async () => {
      const s = await station({ world: { now: trueTime } });
      const simulator = await createSimulator({
        port: 0,
        httpPort: 0,
        dir: join(temporaryFolder(), "jobs"),
        language: "TSPL",
      });
      onTestFinished(() => simulator.close());
      const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", {
        name: "Etiket",
        driver: "tcp",
        host: "127.0.0.1",
        port: 9,
      });
      expect(
        (
          await s.desk<PrinterRecord>("PATCH", `/station/printers/${printer.id}`, {
            port: simulator.port,
            language: "TSPL",
          })
        ).data,
      ).toMatchObject({ port: simulator.port, language: "TSPL" });
      const { data: job } = await s.desk<PrintJob>("POST", `/station/printers/${printer.id}/test`);
      await ended(s, job.id);
      expect(simulator.jobs().length).toBe(1);
    },
  );

  it("a changed printer keeps its kind, so a file printer cannot get a host", async () => {
    const s = await station({ world: { now: trueTime } });
    const { data: printer } = await s.desk<PrinterRecord>("POST", "/station/printers", {
      name: "Etiket",
      driver: "file",
      path: temporaryFolder(),
    });
    expect(
      await s.desk("PATCH", `/station/printers/${printer.id}`, { host: "10.0.0.7" }),
    ).toMatchObject({ status: 400, code: "E1085" });
  });
});

it("a removed printer's roles have no printer until a person assigns one", async () => {
  const s = await station({ world: { now: trueTime } });
  const add = async (name: string): Promise<string> =>
    (
      await s.desk<PrinterRecord>("POST", "/station/printers", {
        name,
        driver: "file",
        path: temporaryFolder(),
      })
    ).data.id;
  const [first, second] = [await add("1"), await add("2")];
  await s.desk("DELETE", `/station/printers/${first}`);
  const { data } = await s.desk<{ roles: { label: string | null }; list: PrinterRecord[] }>(
    "GET",
    "/station/printers",
  );
  expect([data.roles.label, data.list.map(({ id }) => id)]).toEqual([null, [second]]);
});
