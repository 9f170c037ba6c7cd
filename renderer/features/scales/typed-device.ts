/** Parses the form of a scale or a scanner into what the core accepts. */
import type {
  CreateDevice,
  Device,
  FormatName,
} from "../../../core/station/scales/scales.schema.ts";

/** Texts of the form. `ask` has \r and \n written out. */
export type TypedDevice = {
  readonly kind: Device["kind"];
  readonly driver: Device["driver"];
  readonly name: string;
  readonly serialPort: string;
  readonly baudRate: string;
  readonly frame: string;
  readonly host: string;
  readonly port: string;
  readonly format: FormatName;
  readonly pattern: string;
  readonly ask: string;
  readonly equalReads: string;
  /** The USB model, as a search has found it. */
  readonly usb: {
    readonly vendorID: number;
    readonly productID: number;
    readonly serialNumber: string | null;
  } | null;
};

export const BLANK: TypedDevice = {
  kind: "scale",
  driver: "serial",
  name: "",
  serialPort: "",
  baudRate: "9600",
  frame: "8N1",
  host: "",
  port: "",
  format: "st",
  pattern: "",
  ask: "",
  equalReads: "3",
  usb: null,
};

export const BAUD_RATES = [
  600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200,
] as const;
export const FRAMES = ["8N1", "7E1", "7O1", "8E1", "8O1", "8N2", "7E2", "7O2", "7N2"] as const;
const PARITIES = { N: "none", E: "even", O: "odd" } as const;

/** Fields that a person has left empty, and that the device needs. */
export type MissingField = "name" | "serialPort" | "host" | "port" | "pattern";

/** Returns the fields that are missing or wrong. */
export function missingIn(typed: TypedDevice): readonly MissingField[] {
  const isEmpty = (text: string): boolean => text.trim() === "";
  const isPort = /^\d{1,5}$/.test(typed.port.trim());
  return [
    ...(isEmpty(typed.name) ? ["name" as const] : []),
    ...(typed.driver === "serial" && isEmpty(typed.serialPort) ? ["serialPort" as const] : []),
    ...(typed.driver === "tcp" && isEmpty(typed.host) ? ["host" as const] : []),
    ...(typed.driver === "tcp" && !isPort ? ["port" as const] : []),
    ...(hasPattern(typed) && isEmpty(typed.pattern) ? ["pattern" as const] : []),
  ];
}

/** Whether the form has the fields of a pattern that a person writes. */
export function hasPattern({ kind, driver, format }: TypedDevice): boolean {
  return kind === "scale" && driver !== "hid" && format === "own";
}

/** Makes the body of a request; only for a form without missing fields. */
export function deviceOf(typed: TypedDevice): CreateDevice {
  const isOwn = hasPattern(typed);
  const common = {
    name: typed.name.trim(),
    kind: typed.kind,
    isActive: true,
    format: typed.format,
    pattern: isOwn ? typed.pattern : null,
    ask: isOwn && typed.ask !== "" ? read(typed.ask) : null,
    unit: "kg" as const,
    equalReads: Number(typed.equalReads),
  };
  if (typed.driver === "hid" && typed.usb !== null)
    return { ...common, kind: "scale", driver: "hid", ...typed.usb };
  if (typed.driver === "tcp")
    return { ...common, driver: "tcp", host: typed.host.trim(), port: Number(typed.port.trim()) };
  const [bits = "8", parity = "N", stop = "1"] = typed.frame;
  return {
    ...common,
    driver: "serial",
    serialPort: typed.serialPort.trim(),
    baudRate: BAUD_RATES.find((rate) => String(rate) === typed.baudRate) ?? 9_600,
    dataBits: bits === "7" ? 7 : 8,
    parity: PARITIES[parity as keyof typeof PARITIES],
    stopBits: stop === "2" ? 2 : 1,
  };
}

/** Returns the form of a device. */
export function typedFrom(device: Device): TypedDevice {
  const { kind, driver, name, format, pattern, ask, equalReads } = device;
  const common = {
    ...BLANK,
    kind,
    driver,
    name,
    format,
    pattern: pattern ?? "",
    ask: written(ask ?? ""),
    equalReads: String(equalReads),
  };
  if (device.driver === "tcp") return { ...common, host: device.host, port: String(device.port) };
  if (device.driver === "hid") {
    const { vendorID, productID, serialNumber } = device;
    return { ...common, usb: { vendorID, productID, serialNumber } };
  }
  const { serialPort, baudRate, dataBits, parity, stopBits } = device;
  return {
    ...common,
    serialPort,
    baudRate: String(baudRate),
    frame: `${dataBits}${parity.charAt(0).toUpperCase()}${stopBits}`,
  };
}

/** Makes the body of a change: the driver and a USB model cannot be changed. */
export function changeOf(typed: TypedDevice) {
  const { driver, isActive: _, ...fields } = deviceOf(typed);
  if (driver !== "hid") return fields;
  const { name, equalReads } = fields;
  return { name, equalReads };
}

function read(text: string): string {
  return text.replaceAll("\\r", "\r").replaceAll("\\n", "\n");
}

function written(text: string): string {
  return text.replaceAll("\r", "\\r").replaceAll("\n", "\\n");
}
