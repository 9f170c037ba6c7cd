/**
 * Transport into a folder: one file per job, for printers that another program serves and for desks
 * without a printer. A file appears complete or not at all.
 */
import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { getLanguage } from "../languages/languages.ts";
import type { FilePrinter } from "../printer.ts";
import { isNetworkPath } from "../printer-folder.ts";
import { notWanted, PrinterError, type PrinterTransport } from "./transport.ts";

/**
 * Creates the transport. It proves SENT, because nobody reports what happens with the file.
 *
 * @param options.now ms since 1970.
 */
export function createFileTransport(
  options: { readonly now?: () => number } = {},
): PrinterTransport<FilePrinter> {
  const now = options.now ?? Date.now;
  return {
    proves: () => "SENT",
    async send(printer, bytes, { signal, isWanted } = {}) {
      const check = (): void => {
        if (signal?.aborted === true || isWanted?.() === false) throw notWanted();
      };
      check();
      const name = `${new Date(now()).toISOString().replace(/[:.]/g, "-")}-${randomUUID()}.${getLanguage(printer.language).extension}`;
      try {
        await makeFolder(printer.folder);
        await writeWhole(printer.folder, name, bytes, check);
      } catch (error) {
        if (error instanceof PrinterError) throw error;
        throw new PrinterError(
          "nothing",
          "folder",
          `The folder ${printer.folder} cannot be written: ${reasonOf(error)}. The label waits.`,
        );
      }
      return { state: "SENT" };
    },
    async probe(printer) {
      try {
        await makeFolder(printer.folder);
        await access(printer.folder, constants.W_OK);
        return { state: "ready", message: "Ready." };
      } catch (error) {
        return {
          state: "unreachable",
          message: `The folder ${printer.folder} cannot be written: ${reasonOf(error)}.`,
        };
      }
    },
  };
}

/** System folders, in which creating a folder hangs or has no effect. */
const SPECIAL_FOLDERS = ["/proc", "/sys", "/dev"];

async function makeFolder(path: string): Promise<void> {
  const absolute = resolve(path);
  if (isNetworkPath(path))
    throw new Error("network paths are not allowed; connect the folder as a drive");
  if (SPECIAL_FOLDERS.some((special) => absolute === special || absolute.startsWith(`${special}/`)))
    throw new Error("this folder cannot contain files");
  await mkdir(absolute, { recursive: true });
}

/**
 * Writes a file that appears complete or not at all.
 *
 * @param check Throws when the file must no longer appear.
 */
async function writeWhole(
  folder: string,
  name: string,
  bytes: Uint8Array,
  check: () => void,
): Promise<void> {
  const draft = join(folder, `.${name}.part`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    check();
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}
