/**
 * USB scales, by node-hid. The library is loaded at the first use, because most desks have no USB
 * scale.
 */
import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Listed } from "../device-protocol.ts";
import { SCALE_USAGE_PAGE } from "../hid-report.ts";
import { lostDevice, LostDeviceError, type LineListeners } from "./open-line.ts";

/** The part of node-hid that is used; a test passes recorded reports instead. */
export type HidLibrary = {
  devicesAsync(): Promise<readonly HidDevice[]>;
  readonly HIDAsync: { open(path: string): Promise<OpenHid> };
};
export type HidDevice = {
  readonly vendorId: number;
  readonly productId: number;
  readonly path?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
  readonly product?: string | undefined;
  readonly usagePage?: number | undefined;
};
type OpenHid = {
  on(event: "data", listener: (report: Uint8Array) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  close(): Promise<void> | void;
};

/** Loads node-hid. @throws Error when its binary does not fit this system. */
export function loadHid(): HidLibrary {
  const load: (name: "node-hid") => typeof import("node-hid") = createRequire(import.meta.url);
  return load("node-hid");
}

/** The model of a USB scale, and the single scale if it has a serial number. */
type Address = {
  readonly vendorID: number;
  readonly productID: number;
  readonly serialNumber: string | null;
};

/**
 * Opens the first scale of this model.
 *
 * @param on.onBytes Receives each report.
 * @throws LostDeviceError when no such scale is plugged in, or it may not be opened.
 */
export async function openHid(
  library: HidLibrary,
  address: Address,
  { onBytes, onLost }: LineListeners,
): Promise<{ close(): void }> {
  const listed = (await library.devicesAsync()).filter((device) => isOf(device, address));
  // A scale that is also a keyboard is listed once for each.
  const found = listed.find(({ usagePage }) => usagePage === SCALE_USAGE_PAGE) ?? listed[0];
  if (found?.path === undefined)
    throw new LostDeviceError("unplugged", "no such USB device is plugged in");
  const { path } = found;
  const open = await library.HIDAsync.open(path).catch(async (error: unknown) => {
    throw await whyNotOpened(path, error);
  });
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
    void Promise.resolve(open.close()).catch(() => {});
  };
  open.on("data", (report) => isOpen && onBytes(report));
  open.on("error", (error) => {
    if (!isOpen) return;
    end();
    onLost(lostDevice(error));
  });
  return { close: () => isOpen && end() };
}

/**
 * Says why a device was not opened. The library gives no cause, so the device's file shows whether
 * this user may open it.
 */
async function whyNotOpened(path: string, error: unknown): Promise<LostDeviceError> {
  const { message } = lostDevice(error);
  if (process.platform !== "linux") return new LostDeviceError("inUse", message);
  const refused = await access(path, constants.R_OK | constants.W_OK).catch(lostDevice);
  return new LostDeviceError(refused?.reason ?? "inUse", message);
}

function isOf(device: HidDevice, { vendorID, productID, serialNumber }: Address): boolean {
  return (
    device.vendorId === vendorID &&
    device.productId === productID &&
    (serialNumber === null || device.serialNumber === serialNumber)
  );
}

/** Lists the USB devices that call themselves scales. */
export async function listHid(library: HidLibrary): Promise<Listed[]> {
  const scales = (await library.devicesAsync()).filter(
    ({ usagePage }) => usagePage === SCALE_USAGE_PAGE,
  );
  return scales.map(({ vendorId, productId, serialNumber, manufacturer, product }) => ({
    driver: "hid",
    name: [manufacturer, product].filter(Boolean).join(" ").slice(0, 200) || "USB",
    serialPort: "",
    vendorID: vendorId,
    productID: productId,
    serialNumber: serialNumber === undefined || serialNumber === "" ? null : serialNumber,
  }));
}
