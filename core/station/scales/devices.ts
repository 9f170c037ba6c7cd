/** Scales and scanners of this desk. Stored in the desk's settings, not in the organization's data. */
import { z } from "zod";
import { DataFolderError } from "../../base/disk.ts";
import { errors } from "../../base/errors.ts";
import { onceOf } from "../../base/once-of.ts";
import type { PortDeps } from "../../ports/deps.ts";
import {
  createDeviceSchema,
  deviceSchema,
  type CreateDevice,
  type Device,
  type UpdateDevice,
} from "./scales.schema.ts";

type SettingsDeps = Pick<PortDeps, "settings">;

/** Most devices of a desk. Each has a process. */
const MOST = 16;

const devicesIn = onceOf((stored): readonly Device[] => z.array(deviceSchema).parse(stored ?? []));

/**
 * Checks the stored devices at the start, since a person may have edited the file.
 *
 * @throws DataFolderError when the stored devices cannot be read.
 */
export function checkStoredDevices(deps: SettingsDeps, path: string): void {
  try {
    listDevices(deps);
  } catch {
    throw new DataFolderError(
      `The scales in the settings file ${path} cannot be read. Mend or move it, then start again.`,
    );
  }
}

/** Returns all devices of the desk, in the order in which they were set up. */
export function listDevices({ settings }: SettingsDeps): readonly Device[] {
  return devicesIn(settings.read("scales"));
}

/** @throws AppError E2220 */
export function getDevice(deps: SettingsDeps, id: string): Device {
  const device = listDevices(deps).find((one) => one.id === id);
  if (device === undefined) throw errors.scaleNotFound();
  return device;
}

/**
 * Stores a new device.
 *
 * @throws AppError E2222 when another device that is switched on has the same port or address, E1085
 *   when there are too many devices or a field does not fit.
 */
export function addDevice(
  deps: SettingsDeps & Pick<PortDeps, "newId">,
  input: CreateDevice,
): Device {
  const devices = listDevices(deps);
  if (devices.length >= MOST) throw errors.badRequest(`A desk has at most ${MOST} devices.`);
  const device = deviceSchema.parse({ ...input, id: deps.newId() });
  checkDevice(device, devices);
  deps.settings.write("scales", [...devices, device]);
  return device;
}

/**
 * Changes a device; absent fields are unchanged.
 *
 * @throws AppError E2220, E2222, and E1085 when the device's driver has no such field.
 */
export function changeDevice(deps: SettingsDeps, id: string, change: UpdateDevice): Device {
  const { id: known, ...kept } = getDevice(deps, id);
  const { success, data, error } = createDeviceSchema.safeParse({ ...kept, ...change });
  if (!success)
    throw errors.badRequest(
      error.issues
        .map(({ message }) => message)
        .join("; ")
        .slice(0, 300),
    );
  const device: Device = { ...data, id: known };
  const devices = listDevices(deps);
  checkDevice(
    device,
    devices.filter((one) => one.id !== known),
  );
  deps.settings.write(
    "scales",
    devices.map((one) => (one.id === known ? device : one)),
  );
  return device;
}

/**
 * Removes a device.
 *
 * @throws AppError E2220
 */
export function removeDevice(deps: SettingsDeps, id: string): Device {
  const removed = getDevice(deps, id);
  deps.settings.write(
    "scales",
    listDevices(deps).filter((one) => one.id !== id),
  );
  return removed;
}

/** Finds the device that is set up for a port or an address. */
export function findSame(
  devices: readonly Device[],
  address: Parameters<typeof addressOf>[0],
): Device | undefined {
  return devices.find((one) => addressOf(one) === addressOf(address));
}

function checkDevice(device: Device, others: readonly Device[]): void {
  if (device.kind === "scanner" && device.driver === "hid")
    throw errors.badRequest("A USB scanner types like a keyboard and needs no set-up.");
  if (device.format === "own" && device.pattern === null && device.kind === "scale")
    throw errors.badRequest("pattern: the format own needs a pattern.");
  const same = findSame(
    others.filter(({ isActive }) => isActive),
    device,
  );
  if (same !== undefined && device.isActive)
    throw errors.scaleAlreadySetUp(`${same.name} already uses this connection.`);
}

/** Writes the port or address of a device, by which two devices are compared. */
function addressOf(
  device:
    | { readonly driver: "serial"; readonly serialPort: string }
    | { readonly driver: "tcp"; readonly host: string; readonly port: number }
    | {
        readonly driver: "hid";
        readonly vendorID: number;
        readonly productID: number;
        readonly serialNumber: string | null;
      },
): string {
  if (device.driver === "serial") return device.serialPort.toLowerCase();
  if (device.driver === "tcp") return `${hostOf(device.host)}:${device.port}`;
  return `${device.vendorID}:${device.productID}:${device.serialNumber ?? ""}`;
}

/** Writes a host in one spelling: this computer has several names. */
function hostOf(host: string): string {
  const name = host.toLowerCase();
  return name === "127.0.0.1" || name === "::1" ? "localhost" : name;
}
