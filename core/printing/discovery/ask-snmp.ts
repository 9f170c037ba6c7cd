/**
 * SNMP queries to a network printer about its model and languages. Most network printers answer
 * SNMP, and an SNMP query prints nothing.
 */
import { isIP } from "node:net";

/**
 * sysDescr, hrDeviceDescr of the first device, and the IEEE 1284 device ID of the first printer
 * (PWG Printer Port Monitor MIB).
 */
const OIDS = {
  description: "1.3.6.1.2.1.1.1.0",
  device: "1.3.6.1.2.1.25.3.2.1.3.1",
  deviceID: "1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1",
} as const;
const TIMEOUT_MS = 700;

export type SnmpFacts = { readonly [Name in keyof typeof OIDS]: string };

/**
 * Asks a printer for its facts. A missing fact is "". Returns undefined when the printer does not
 * answer in time, or `host` is a name.
 *
 * @param host An IP address; names are not resolved.
 */
export async function askSnmp(
  host: string,
  options: { readonly port?: number; readonly timeoutMs?: number } = {},
): Promise<SnmpFacts | undefined> {
  if (isIP(host) === 0) return undefined;
  const { createSession } = await import("net-snmp");
  const session = createSession(host, "public", {
    port: options.port ?? 161,
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    retries: 0,
    version: 0,
  });
  const get = (oid: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      session.get([oid], (error, varbinds) => {
        const value = varbinds?.[0]?.value;
        if (error === null)
          resolve(Buffer.isBuffer(value) ? value.toString("utf8").slice(0, 500) : "");
        else resolve(/timed? ?out/i.test(error.message) ? undefined : "");
      });
    });
  try {
    // One OID per request, because a printer that does not know one OID of a list answers none of
    // the list.
    const description = await get(OIDS.description);
    if (description === undefined) return undefined;
    return {
      description,
      device: (await get(OIDS.device)) ?? "",
      deviceID: (await get(OIDS.deviceID)) ?? "",
    };
  } finally {
    session.close();
  }
}
