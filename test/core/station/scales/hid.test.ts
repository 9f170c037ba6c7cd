/** USB scales: recorded reports below node-hid, which itself is loaded but finds no device here. */
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import {
  listHid,
  loadHid,
  openHid,
  type HidDevice,
  type HidLibrary,
} from "../../../../core/station/scales/drivers/hid.ts";
import type { LostDeviceError } from "../../../../core/station/scales/drivers/open-line.ts";
import { runDevice } from "../../../../core/station/scales/drivers/run-device.ts";
import type { FromDevice } from "../../../../core/station/scales/device-protocol.ts";
import { deviceSchema } from "../../../../core/station/scales/scales.schema.ts";
import { QUICK_SCALES, soon } from "./scale-line.ts";

const DYMO: HidDevice = {
  vendorId: 0x0922,
  productId: 0x8004,
  path: "/dev/hidraw3",
  serialNumber: "",
  manufacturer: "DYMO",
  product: "M25 25 lb Digital Postal Scale",
  usagePage: 0x8d,
};
const KEYBOARD: HidDevice = { vendorId: 1, productId: 2, path: "/dev/null", usagePage: 1 };

/** A USB bus with these devices, and the device that was opened. */
function bus(devices: readonly HidDevice[]) {
  const opened: EventEmitter[] = [];
  const library: HidLibrary = {
    devicesAsync: () => Promise.resolve(devices),
    HIDAsync: {
      open(path) {
        if (path === "/dev/null") return Promise.reject(new Error("cannot open device"));
        const device = Object.assign(new EventEmitter(), { close: () => undefined });
        opened.push(device);
        return Promise.resolve(device);
      },
    },
  };
  return { library, opened };
}

const address = { vendorID: 0x0922, productID: 0x8004, serialNumber: null };
const none = { onBytes: () => {}, onLost: () => {} };

describe("a USB scale", () => {
  it("is found by its usage page, with its maker's name", async () => {
    expect(await listHid(bus([KEYBOARD, DYMO]).library)).toEqual([
      {
        driver: "hid",
        name: "DYMO M25 25 lb Digital Postal Scale",
        serialPort: "",
        ...address,
      },
    ]);
  });

  it("sends its reports as readings, is lost when it is unplugged, and is opened again", async () => {
    const { library, opened } = bus([DYMO]);
    const sent: FromDevice[] = [];
    const device = deviceSchema.parse({
      id: "0190a000-0000-7000-8000-000000000001",
      name: "DYMO",
      driver: "hid",
      vendorID: 0x0922,
      productID: 0x8004,
    });
    const stop = runDevice(device, {
      times: { ...QUICK_SCALES, readingMs: 1 },
      send: (message) => sent.push(message),
      hid: () => library,
    });
    await soon(() => opened.length).toBe(1);
    await soon(() => sent).toEqual([{ type: "opened" }]);
    opened[0]?.emit("data", Uint8Array.from([3, 4, 2, 0, 0x2c, 0x01]));
    expect(sent.at(-1)).toEqual({
      type: "reading",
      reading: { kind: "weight", grams: 300, isStable: true },
    });
    opened[0]?.emit("error", new Error("could not read from HID device"));
    expect(sent.at(-1)).toMatchObject({ type: "lost", reason: "unplugged" });
    await soon(() => opened.length).toBe(2);
    stop();
  });

  it("that is not there is unplugged, and one that may not be opened says why", async () => {
    const reasonOf = (wanted: typeof address, devices: readonly HidDevice[]) =>
      openHid(bus(devices).library, wanted, none).then(
        () => "opened",
        (error: LostDeviceError) => error.reason,
      );
    expect(await reasonOf(address, [KEYBOARD])).toBe("unplugged");
    const asKeyboard = { ...DYMO, path: "/dev/null", usagePage: 1 };
    expect(await reasonOf(address, [asKeyboard, DYMO])).toBe("opened");
    expect(await reasonOf({ ...address, vendorID: 1, productID: 2 }, [KEYBOARD])).toBe("inUse");
    expect(await reasonOf({ ...address, serialNumber: "77" } as never, [DYMO])).toBe("unplugged");
  });

  it("node-hid loads on this system", async () => {
    expect(Array.isArray(await loadHid().devicesAsync())).toBe(true);
  });
});
