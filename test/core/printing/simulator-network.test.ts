/** Announcements of the simulator: SNMP and mDNS on loopback, both off by default. */
import { Bonjour, type Service, type ServiceConfig } from "bonjour-service";
import { createSession } from "net-snmp";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasMulticast } from "../../helpers/multicast.ts";
import { aFolder, aSimulator } from "./a-printer.ts";

const IDENTITY = {
  sysDescr: "1.3.6.1.2.1.1.1.0",
  hrDeviceDescr: "1.3.6.1.2.1.25.3.2.1.3.1",
  prtGeneralPrinterName: "1.3.6.1.2.1.43.5.1.1.16.1",
  ppmPrinterIEEE1284DeviceId: "1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1",
};

function read(port: number, oids: readonly string[]): Promise<string[]> {
  const session = createSession("127.0.0.1", "public", { port, timeout: 2_000, retries: 2 });
  onTestFinished(() => session.close());
  return new Promise((resolve, reject) =>
    session.get(oids, (error, varbinds) =>
      error === null ? resolve(varbinds.map(({ value }) => value.toString())) : reject(error),
    ),
  );
}

describe("the simulator on the network", { timeout: 60_000 }, () => {
  it("the simulator reports its name and its language by SNMP, as a printer does", async () => {
    const simulator = await aSimulator({ mode: "ok" }, aFolder(), {
      snmpPort: 0,
      language: "TSPL",
    });
    expect(await read(simulator.snmpPort ?? 0, Object.values(IDENTITY))).toEqual([
      "Packbench Simulator V1.0.0",
      "Packbench Simulator V1.0.0",
      "Packbench Simulator",
      "MFG:Packbench;CMD:TSPL;MDL:Packbench Simulator;CLS:PRINTER;",
    ]);
    expect([simulator.snmpPort === 161, (await aSimulator()).snmpPort]).toEqual([false, undefined]);
  });

  it("the simulator announces itself by mDNS with its port and language", async (context) => {
    context.skip(!(await hasMulticast("127.0.0.1")), "multicast does not work on loopback here");
    const options: Partial<ServiceConfig> & { interface: string; bind: string } = {
      interface: "127.0.0.1",
      bind: "0.0.0.0",
    };
    const bonjour = new Bonjour(options, () => undefined);
    onTestFinished(() => new Promise<void>((resolve) => bonjour.destroy(() => resolve())));
    const found = new Map<string, Service>();
    for (const type of ["pdl-datastream", "printer"])
      bonjour.find({ type }, (service) => void found.set(service.type, service));
    const simulator = await aSimulator({ mode: "ok" }, aFolder(), { mdns: true });
    await expect.poll(() => found.size, { timeout: 10_000 }).toBe(2);
    const txt = { ty: "Packbench Simulator", pdl: "application/vnd.zebra-zpl", note: "Simulator" };
    expect([found.get("pdl-datastream"), found.get("printer")]).toMatchObject([
      { port: simulator.port, txt },
      { port: simulator.port, txt },
    ]);
  });
});
