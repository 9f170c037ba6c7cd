/**
 * Parses the form of a printer into what the core accepts, with the limits of the core's schema.
 * The address may contain the port, as it is often written: "10.0.0.7:9100".
 */
import { z } from "zod";
import { LABEL_MEDIA } from "../../../core/db/documents/media.schema.ts";
import {
  createPrinterSchema,
  MAX_OFFSET_MM,
  type PrinterRecord,
} from "../../../core/printing/printers.schema.ts";

/** Port on which label printers listen for raw data. */
const RAW_PORT = 9100;

const [networkPrinter, , cupsPrinter, windowsPrinter] = createPrinterSchema.options;
const printer = networkPrinter.shape;

/** A whole number, or null for an empty field. */
const wholeOrNone = <T>(schema: z.ZodType<T, number>) =>
  z
    .string()
    .trim()
    .regex(/^(?:[-−]?\d+)?$/)
    .transform((text) => (text === "" ? null : numberOf(text)))
    .pipe(schema.nullable());
/** A number with a decimal comma or point, or an empty field. */
const lengthText = z
  .string()
  .trim()
  .regex(/^(?:[-−]?\d+(?:[.,]\d+)?)?$/);
/** Millimetres; an empty field is 0. */
const millimetres = <T>(schema: z.ZodType<T, number>) =>
  lengthText.transform(numberOf).pipe(schema);
/** Millimetres; an empty field is null. */
const millimetresOrNone = <T>(schema: z.ZodType<T, number>) =>
  lengthText.transform((text) => (text === "" ? null : numberOf(text))).pipe(schema.nullable());

const offset = z.number().min(-MAX_OFFSET_MM).max(MAX_OFFSET_MM);

/** Paper and settings of a printer. null: the value that is set at the printer itself applies. */
const paperFields = {
  language: printer.language.unwrap(),
  dpi: z.string().transform(Number).pipe(printer.dpi.unwrap()),
  media: z
    .string()
    .transform((text) => text.split("x").map(Number))
    .pipe(z.tuple([printer.widthMm.unwrap(), printer.heightMm.unwrap()])),
  darkness: wholeOrNone(printer.darkness.unwrap()),
  speed: wholeOrNone(printer.speed.unwrap()),
  offsetXMm: millimetres(offset),
  offsetYMm: millimetres(offset),
  graphics: printer.graphics.unwrap(),
  gapMm: millimetresOrNone(printer.gapMm.unwrap()),
  asksState: printer.asksState.unwrap(),
};
// An empty name has the error "name"; the core's only other limit on a name is its length.
const named = { name: z.string().trim().min(1, "name").pipe(printer.name), ...paperFields };
/** Fields of other connections, not parsed. */
const unread = z.string();
/** Schemas by connection: address, paper and settings. */
const read = {
  tcp: z
    .object({
      driver: z.literal("tcp"),
      ...named,
      host: z
        .string()
        .regex(/^[^\s:/]+$/)
        .pipe(printer.host),
      port: z
        .string()
        .trim()
        .regex(/^\d{1,5}$/)
        .transform(Number)
        .pipe(printer.port.unwrap()),
      queue: unread,
    })
    .transform(({ queue: _, ...fields }) => withSides(fields)),
  cups: z
    .object({
      driver: z.literal("cups"),
      host: unread,
      port: unread,
      queue: cupsPrinter.shape.queue,
      ...named,
    })
    .transform(({ host: _, port: __, ...fields }) => withSides(fields)),
  windows: z
    .object({
      driver: z.literal("windows"),
      host: unread,
      port: unread,
      queue: windowsPrinter.shape.queue,
      ...named,
    })
    .transform(({ host: _, port: __, ...fields }) => withSides(fields)),
  file: z
    .object({ driver: z.literal("file"), host: unread, port: unread, queue: unread, ...named })
    .transform(({ host: _, port: __, queue: ___, ...fields }) => withSides(fields)),
};

const typed = {
  name: z.string(),
  host: z.string(),
  port: z.string(),
  queue: z.string(),
  language: z.string(),
  dpi: z.string(),
  media: z.string(),
  darkness: z.string(),
  speed: z.string(),
  offsetXMm: z.string(),
  offsetYMm: z.string(),
  graphics: printer.graphics.unwrap(),
  gapMm: z.string(),
  asksState: printer.asksState.unwrap(),
};

/** Schema of a changed printer, as PATCH /station/printers/{id} takes it. */
export const typedChangeSchema = z
  .object({ driver: z.enum(["tcp", "file", "cups", "windows"]), ...typed })
  .transform(withPortOfAddress)
  .pipe(z.discriminatedUnion("driver", [read.tcp, read.cups, read.windows, read.file]))
  .transform(({ driver: _, ...fields }) => fields);
export type TypedChange = z.input<typeof typedChangeSchema>;
export type PrinterChange = z.output<typeof typedChangeSchema>;

/** Schema of a new network or queue printer, as POST /station/printers takes it. */
export const typedPrinterSchema = z
  .object({ driver: z.enum(["tcp", "cups", "windows"]), ...typed })
  .transform(withPortOfAddress)
  .pipe(z.discriminatedUnion("driver", [read.tcp, read.cups, read.windows]))
  // Leaves out empty settings, because a new printer has none to reset.
  .transform(({ darkness, speed, gapMm, ...fields }) => ({
    ...fields,
    ...(darkness === null ? {} : { darkness }),
    ...(speed === null ? {} : { speed }),
    ...(gapMm === null ? {} : { gapMm }),
  }));
export type TypedPrinter = z.input<typeof typedPrinterSchema>;
export type NewPrinter = z.output<typeof typedPrinterSchema>;
/** Fields shared by the forms of a new and of an existing printer. */
export type TypedFields = Omit<TypedPrinter, "driver">;

/** Initial values of the form: a label printer on the network. */
export const BLANK: TypedPrinter = {
  driver: "tcp",
  name: "",
  host: "",
  port: String(RAW_PORT),
  queue: "",
  language: "ZPL",
  dpi: "203",
  media: mediaValue(LABEL_MEDIA),
  darkness: "",
  speed: "",
  offsetXMm: "0",
  offsetYMm: "0",
  graphics: "z64",
  gapMm: "",
  asksState: "auto",
};

/** Returns the paper's value in the list of papers: "100x150". */
export function mediaValue({
  widthMm,
  heightMm,
}: {
  readonly widthMm: number;
  readonly heightMm: number;
}): string {
  return `${widthMm}x${heightMm}`;
}

/** Returns the fields of an existing printer, as the form shows them. */
export function typedChange({
  name,
  driver,
  host,
  port,
  queue = "",
  language,
  dpi,
  widthMm,
  heightMm,
  darkness,
  speed,
  offsetXMm = 0,
  offsetYMm = 0,
  graphics = "z64",
  gapMm,
  asksState = "auto",
}: PrinterRecord): TypedChange {
  const text = (value: number | undefined): string => String(value ?? "");
  return {
    driver,
    name,
    host,
    port: text(port),
    queue,
    language,
    dpi: text(dpi),
    media: mediaValue({ widthMm, heightMm }),
    darkness: text(darkness),
    speed: text(speed),
    offsetXMm: text(offsetXMm),
    offsetYMm: text(offsetYMm),
    graphics,
    gapMm: text(gapMm),
    asksState,
  };
}

function numberOf(text: string): number {
  return Number(text.replace("−", "-").replace(",", "."));
}

function withSides<F extends { readonly media: readonly [number, number] }>({
  media: [widthMm, heightMm],
  ...fields
}: F) {
  return { ...fields, widthMm, heightMm };
}

/** Splits a port off the address; this port takes precedence over the port field. */
function withPortOfAddress<F extends { readonly host: string; readonly port: string }>(
  fields: F,
): F {
  const host = fields.host.trim();
  const address = /^(?<host>[^\s:/]+):(?<port>\d+)$/.exec(host)?.groups;
  return { ...fields, host: address?.["host"] ?? host, port: address?.["port"] ?? fields.port };
}
