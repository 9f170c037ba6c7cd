/**
 * Serial ports, by the binding of the serialport project. It is loaded at the first use, because
 * most desks have no serial device.
 */
import { read } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import type { Listed } from "../device-protocol.ts";
import type { SerialSettings } from "../formats.ts";
import { lostDevice, type LineListeners, type OpenLine } from "./open-line.ts";

type Bindings = typeof import("@serialport/bindings-cpp");
type OpenPort = Awaited<ReturnType<ReturnType<Bindings["autoDetect"]>["open"]>>;

const READ_BYTES = 1_024;

function loadBindings(): Bindings {
  const load: (name: "@serialport/bindings-cpp") => Bindings = createRequire(import.meta.url);
  return load("@serialport/bindings-cpp");
}

/**
 * Opens a port for this process alone.
 *
 * @throws LostDeviceError when the port does not exist, is in use, or may not be opened.
 */
export async function openSerial(
  path: string,
  settings: SerialSettings,
  { onBytes, onLost }: LineListeners,
): Promise<OpenLine> {
  const { baudRate, dataBits, parity, stopBits } = settings;
  const port = await loadBindings()
    .autoDetect()
    .open({ path, baudRate, dataBits, parity, stopBits, lock: true })
    .catch((error: unknown) => {
      throw lostDevice(error);
    });
  let isOpen = true;
  let isWriting = false;
  const end = (): void => {
    isOpen = false;
    port.close().catch(() => {});
  };
  const lose = (error: unknown): void => {
    if (!isOpen) return;
    end();
    onLost(lostDevice(error));
  };
  const readAll = async (): Promise<void> => {
    const buffer = Buffer.alloc(READ_BYTES);
    while (isOpen) {
      const bytesRead = await readSome(port, buffer);
      if (bytesRead > 0 && isOpen) onBytes(buffer.subarray(0, bytesRead));
    }
  };
  readAll().catch(lose);
  return {
    write(text) {
      if (isWriting) return;
      isWriting = true;
      port.write(Buffer.from(text, "latin1")).then(() => (isWriting = false), lose);
    },
    close: () => isOpen && end(),
  };
}

/**
 * Waits for bytes. A port whose device was pulled out reads as empty for ever: the library repeats
 * such a read without an end, so outside of Windows the port is read here.
 */
async function readSome(port: OpenPort, buffer: Buffer): Promise<number> {
  if (!("poller" in port)) return (await port.read(buffer, 0, buffer.length)).bytesRead;
  for (;;) {
    const { fd, poller } = port;
    if (fd === null) throw new Error("the port is closed");
    const bytesRead = await readOnce(fd, buffer).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EAGAIN" || error.code === "EINTR") return undefined;
      throw error;
    });
    if (bytesRead === 0) throw new Error("the device was pulled out");
    if (bytesRead !== undefined) return bytesRead;
    await new Promise<void>((resolve, reject) => {
      poller.once("readable", (error) => (error ? reject(error) : resolve()));
    });
  }
}

const readOnce = (fd: number, buffer: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    read(fd, buffer, 0, buffer.length, null, (error, bytesRead) =>
      error === null ? resolve(bytesRead) : reject(error),
    );
  });

/** Lists the serial ports of this computer; only their names and makers, none is opened. */
export async function listSerial(): Promise<Listed[]> {
  // Loaded also where the library does not list, so that a missing binary is found by a search.
  const bindings = loadBindings().autoDetect();
  const ports =
    process.platform === "linux"
      ? await listLinuxPorts()
      : (await bindings.list()).map(({ path, manufacturer }) => ({
          path,
          name: manufacturer === undefined ? path : `${manufacturer} (${path})`,
        }));
  return ports.map(({ path, name }) => ({
    driver: "serial",
    name: name.slice(0, 200),
    serialPort: path,
    vendorID: null,
    productID: null,
    serialNumber: null,
  }));
}

/**
 * Lists ports with hardware. A USB adapter is listed by its name below /dev/serial/by-id, which it
 * keeps when it is plugged in elsewhere. Not by the library, which needs the program udevadm.
 */
async function listLinuxPorts(): Promise<{ path: string; name: string }[]> {
  const byID = new Map<string, string>();
  const folder = "/dev/serial/by-id";
  for (const name of await readdir(folder).catch(() => []))
    byID.set(
      basename(resolve(folder, await readlink(`${folder}/${name}`).catch(() => name))),
      `${folder}/${name}`,
    );
  const found: { path: string; name: string }[] = [];
  for (const tty of await readdir("/sys/class/tty").catch(() => [])) {
    const isUsb = /^tty(USB|ACM)\d+$/.test(tty);
    if (!isUsb && !(/^tty(S|AMA)\d+$/.test(tty) && (await hasHardware(tty)))) continue;
    const path = byID.get(tty) ?? `/dev/${tty}`;
    found.push({ path, name: isUsb ? basename(path).replaceAll("_", " ") : path });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns whether a port of the mainboard exists: Linux lists ports that are not fitted, as type 0. */
async function hasHardware(tty: string): Promise<boolean> {
  const type = await readFile(`/sys/class/tty/${tty}/type`, "utf8").catch(() => "0");
  return type.trim() !== "0";
}
