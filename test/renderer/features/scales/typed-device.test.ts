/** The form of a scale: what the core gets, and what a change shows. */
import { describe, expect, it } from "vitest";
import { createDeviceSchema, deviceSchema } from "../../../../core/station/scales/scales.schema.ts";
import {
  BLANK,
  changeOf,
  deviceOf,
  missingIn,
  typedFrom,
  type TypedDevice,
} from "../../../../renderer/features/scales/typed-device.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const serial: TypedDevice = {
  ...BLANK,
  name: "Left",
  serialPort: "COM3",
  baudRate: "4800",
  frame: "7E2",
  format: "own",
  pattern: "(?<weight>[0-9.]+)",
  ask: "W\\r\\n",
};
const network: TypedDevice = {
  ...BLANK,
  name: "N",
  driver: "tcp",
  host: " scale ",
  port: " 4001 ",
};
const usb: TypedDevice = {
  ...BLANK,
  name: "U",
  driver: "hid",
  usb: { vendorID: 1, productID: 2, serialNumber: null },
};

describe("the form of a device", () => {
  it("makes a device that the core accepts, and shows that device in the form again", () => {
    for (const typed of [serial, network, usb]) {
      expect(missingIn(typed)).toEqual([]);
      const device = deviceSchema.parse({ id, ...createDeviceSchema.parse(deviceOf(typed)) });
      expect(deviceOf(typedFrom(device))).toEqual(deviceOf(typed));
    }
    expect(deviceOf(serial)).toMatchObject({
      baudRate: 4_800,
      dataBits: 7,
      parity: "even",
      stopBits: 2,
      ask: "W\r\n",
    });
    expect(deviceOf(network)).toMatchObject({ host: "scale", port: 4_001 });
  });

  it("names the fields that are missing", () => {
    expect(missingIn(BLANK)).toEqual(["name", "serialPort"]);
    expect(missingIn({ ...network, port: "x", host: "" })).toEqual(["host", "port"]);
    expect(missingIn({ ...serial, pattern: " " })).toEqual(["pattern"]);
    expect(missingIn({ ...serial, pattern: "", kind: "scanner" })).toEqual([]);
  });

  it("changes no driver, and of a USB scale only its name and readings", () => {
    expect(changeOf(network)).not.toHaveProperty("driver");
    expect(changeOf(usb)).toEqual({ name: "U", equalReads: 3 });
  });
});
