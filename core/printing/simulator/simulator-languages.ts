/** The simulator's languages: each language's stream, and the size and dots of its labels. */
import { LABEL_MEDIA, type Media } from "../../db/documents/media.schema.ts";
import { dotsPerMmOf, mediaDots } from "../../labels/dots.ts";
import type { Canvas } from "../../labels/draw/canvas.ts";
import type { Dpi } from "../../labels/labels.schema.ts";
import { commandsOf, createCommandStream } from "./command-stream.ts";
import { epl } from "./epl.ts";
import { paintDrawings, type Drawing } from "./paint-drawings.ts";
import type { CommandLanguage, PrinterStream, SimulatorLanguage } from "./printer-stream.ts";
import { tspl } from "./tspl.ts";
import { createZplStream } from "./zpl-stream.ts";

const COMMAND_LANGUAGES: Readonly<Record<Exclude<SimulatorLanguage, "ZPL">, CommandLanguage>> = {
  TSPL: tspl,
  EPL: epl,
};
const LARGEST_MM = 500;

/** Creates the parser of one connection. */
export function createPrinterStream(language: SimulatorLanguage): PrinterStream {
  return language === "ZPL" ? createZplStream() : createCommandStream(COMMAND_LANGUAGES[language]);
}

/**
 * Returns the size that the label itself states, in mm. A missing or impossible length is replaced
 * by that of our labels.
 */
export function sizeOfLabel(language: SimulatorLanguage, label: Uint8Array, dpi: Dpi): Media {
  const given = language === "ZPL" ? sizeOfZpl(label) : sizeOfCommands(language, label, dpi);
  const mm = (dots: number | undefined, otherwise: number): number => {
    const length = (dots ?? 0) / dotsPerMmOf(dpi);
    return length >= 1 && length <= LARGEST_MM ? length : otherwise;
  };
  return {
    widthMm: mm(given.width, LABEL_MEDIA.widthMm),
    heightMm: mm(given.height, LABEL_MEDIA.heightMm),
  };
}

/** Returns the dots of a label that consists of pictures. */
export function paintLabel(
  language: Exclude<SimulatorLanguage, "ZPL">,
  label: Uint8Array,
  dpi: Dpi,
): Canvas {
  return paintDrawings(
    drawingsOf(language, label),
    mediaDots(sizeOfLabel(language, label, dpi), dpi),
  );
}

/** Size that a label states, in dots; in ZPL by ^PW and ^LL. */
type GivenSize = { readonly width?: number | undefined; readonly height?: number | undefined };

function sizeOfZpl(label: Uint8Array): GivenSize {
  const text = Buffer.from(label.buffer, label.byteOffset, label.byteLength).toString("latin1");
  const dots = (command: RegExp): number | undefined => {
    const found = command.exec(text)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return { width: dots(/\^PW(\d+)/), height: dots(/\^LL(\d+)/) };
}

function sizeOfCommands(
  language: Exclude<SimulatorLanguage, "ZPL">,
  label: Uint8Array,
  dpi: Dpi,
): GivenSize {
  let size: GivenSize = {};
  for (const drawing of drawingsOf(language, label)) {
    if (drawing.does === "size")
      size = { width: drawing.width ?? size.width, height: drawing.height ?? size.height };
    if (drawing.does === "size in mm") {
      const { widthMm, heightMm } = drawing;
      size = {
        width: widthMm * dotsPerMmOf(dpi),
        height: heightMm === undefined ? size.height : heightMm * dotsPerMmOf(dpi),
      };
    }
  }
  return size;
}

function* drawingsOf(
  language: Exclude<SimulatorLanguage, "ZPL">,
  label: Uint8Array,
): Generator<Drawing> {
  for (const { drawing } of commandsOf(COMMAND_LANGUAGES[language], label))
    if (drawing !== undefined) yield drawing;
}
