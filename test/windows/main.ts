/**
 * A program for Windows that prints one file with the product's own driver. `npm run test:windows`
 * bundles it and runs it on Node for Windows.
 *
 *     node main.js QUEUE LANGUAGE FILE ANSWER
 *
 * The program writes the driver's outcome, the printer's state and the queues as JSON to the file
 * ANSWER.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { DOCUMENT_LANGUAGES } from "../../core/db/documents/documents.schema.ts";
import { LABEL_MEDIA } from "../../core/db/documents/media.schema.ts";
import type { WindowsPrinter } from "../../core/printing/printer.ts";
import { createWindowsTransport } from "../../core/printing/transports/windows.ts";
import { createWindowsSpooler } from "../../core/printing/windows/windows-spooler.ts";

const [queue = "", languageName, file = "", answer = ""] = process.argv.slice(2);
const language = DOCUMENT_LANGUAGES.find((name) => name === languageName) ?? "ZPL";
const printer: WindowsPrinter = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Desk 1",
  transport: "windows",
  queue,
  language,
  dpi: 203,
  media: LABEL_MEDIA,
  settings: { darkness: null, speed: null, offsetMm: { x: 0, y: 0 }, graphics: "z64", gapMm: null },
  isActive: true,
  isShared: false,
  asksState: true,
};
const transport = createWindowsTransport();
const described = (error: unknown): unknown =>
  error instanceof Error ? { ...error, message: error.message } : String(error);
const state = await transport.probe(printer);
const outcome = await transport.send(printer, readFileSync(file)).catch(described);
const queues = await createWindowsSpooler().list().catch(described);
writeFileSync(answer, JSON.stringify({ platform: process.platform, state, outcome, queues }));
process.exit(0);
