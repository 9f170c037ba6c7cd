/**
 * SNMP agent of the simulated printer, which answers with its model, name and language like a
 * network printer. Off by default.
 */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createAgent, MaxAccess, MibProviderType, ObjectType } from "net-snmp";
import { MODEL, VERSION } from "./printer-answers.ts";
import type { SimulatorLanguage } from "./printer-stream.ts";

export type SnmpAgent = { readonly port: number; stop(): Promise<void> };

const SYS_DESCR = "1.3.6.1.2.1.1.1";
/** Columns of tables whose rows are devices; this printer is device 1. */
const COLUMNS = [
  { name: "hrDeviceDescr", entry: "1.3.6.1.2.1.25.3.2.1", column: 3 },
  { name: "prtGeneralPrinterName", entry: "1.3.6.1.2.1.43.5.1.1", column: 16 },
  { name: "ppmPrinterIEEE1284DeviceId", entry: "1.3.6.1.4.1.2699.1.2.1.2.1.1", column: 3 },
] as const;
const COMMANDS: Readonly<Record<SimulatorLanguage, string>> = {
  ZPL: "ZPL",
  TSPL: "TSPL",
  EPL: "EPL2",
};

/**
 * Starts the agent.
 *
 * @param port UDP; 0 chooses a free port.
 * @throws Error when the port is in use.
 */
export async function startSnmpAgent(printer: {
  readonly host: string;
  readonly port: number;
  readonly name: string;
  readonly language: SimulatorLanguage;
}): Promise<SnmpAgent> {
  // The library answers requests that cannot be served, and also reports them here.
  const agent = createAgent(
    {
      port: printer.port === 0 ? await findFreePort(printer.host) : printer.port,
      address: printer.host,
      disableAuthorization: true,
    },
    () => undefined,
  );
  const [socket] = Object.values<Socket>(agent.listener.sockets);
  if (socket === undefined) throw new Error("the SNMP agent has no socket");
  await once(socket, "listening"); // rejects on "error"
  describePrinter(agent.getMib(), printer);
  return {
    port: socket.address().port,
    stop: () => new Promise((resolve) => void agent.close(() => resolve())),
  };
}

function describePrinter(
  mib: ReturnType<ReturnType<typeof createAgent>["getMib"]>,
  printer: { readonly name: string; readonly language: SimulatorLanguage },
): void {
  mib.registerProvider({
    name: "sysDescr",
    type: MibProviderType.Scalar,
    oid: SYS_DESCR,
    scalarType: ObjectType.OctetString,
    maxAccess: MaxAccess["read-only"],
  });
  mib.setScalarValue("sysDescr", `${MODEL} ${VERSION}`);
  const texts = {
    hrDeviceDescr: `${MODEL} ${VERSION}`,
    prtGeneralPrinterName: printer.name,
    ppmPrinterIEEE1284DeviceId: `MFG:Packbench;CMD:${COMMANDS[printer.language]};MDL:${MODEL};CLS:PRINTER;`,
  };
  for (const { name, entry, column } of COLUMNS) {
    mib.registerProvider({
      name,
      type: MibProviderType.Table,
      oid: entry,
      maxAccess: MaxAccess["not-accessible"],
      tableColumns: [
        {
          number: 1,
          name: `${name}Index`,
          type: ObjectType.Integer,
          maxAccess: MaxAccess["not-accessible"],
        },
        {
          number: column,
          name: `${name}Text`,
          type: ObjectType.OctetString,
          maxAccess: MaxAccess["read-only"],
        },
      ],
      tableIndex: [{ columnName: `${name}Index` }],
    });
    mib.addTableRow(name, [1, texts[name]]);
  }
}

/** Finds a free port, because the library interprets 0 as SNMP's standard port. */
async function findFreePort(host: string): Promise<number> {
  const socket = createSocket("udp4").bind(0, host);
  await once(socket, "listening");
  const { port } = socket.address();
  await new Promise<void>((resolve) => void socket.close(() => resolve()));
  return port;
}
