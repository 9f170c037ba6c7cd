/** Reads a file that the person chose. */
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { errors } from "../../core/base/errors.ts";

/** The core's limit, bytes; an order file of a day is smaller than a megabyte. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/**
 * Reads the file.
 *
 * @throws AppError E2029 when the file is too large or cannot be read.
 */
export async function readChosen(path: string): Promise<{ name: string; base64: string }> {
  const name = basename(path);
  const unreadable = (): never => {
    throw errors.fileUnreadable(`${name} could not be read.`);
  };
  const { size } = await stat(path).catch(unreadable);
  if (size > LARGEST_BYTES)
    throw errors.fileUnreadable(
      `${name} is larger than ${LARGEST_BYTES / 1024 / 1024} MiB. Split it into smaller files, each with the first line, and import them one after the other.`,
    );
  return { name, base64: (await readFile(path).catch(unreadable)).toString("base64") };
}
