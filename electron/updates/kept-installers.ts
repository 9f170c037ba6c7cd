/**
 * Keeps the installer of the version that an update replaces: one file in `updates/` of the data
 * folder, with its SHA-512. The kept version is reinstalled when the new version's starts fail.
 */
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readSmallFile } from "../../core/base/read-small-file.ts";
import { writeWhole } from "../../core/base/write-whole.ts";
import { LARGEST_RECORD, UPDATES_FOLDER } from "./starts.ts";

/** Kinds of installers, by system. */
const installerKinds = z.enum(["appImage", "nsis", "macZip"]);
export type InstallerKind = z.infer<typeof installerKinds>;
const ENDINGS: Readonly<Record<InstallerKind, string>> = {
  appImage: "AppImage",
  nsis: "exe",
  macZip: "zip",
};

const RECORD = "kept.json";
const recordSchema = z.object({
  version: z.string(),
  kind: installerKinds,
  name: z.string().regex(/^kept-[\w.+-]+$/),
  /** Hex. */
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
  bytes: z.number().int(),
  /** The newest database schema that this version can read. */
  schema: z.number().int(),
});
type Kept = z.infer<typeof recordSchema>;
export type KeptInstaller = Kept & { readonly file: string };

/**
 * Keeps the installer of the running version in place of an earlier installer; does nothing if this
 * version's installer is kept already. After a crash either the earlier or the new installer is
 * kept.
 *
 * @param put Writes the installer of the running version to this path.
 * @throws the system's error
 */
export async function keepInstaller(
  dataFolder: string,
  { version, kind, schema }: Pick<Kept, "version" | "kind" | "schema">,
  put: (path: string) => Promise<void>,
): Promise<void> {
  const folder = join(dataFolder, UPDATES_FOLDER);
  const name = `kept-${version.replace(/[^\w.+-]/g, "_")}.${ENDINGS[kind]}`;
  const file = join(folder, name);
  const there = findKeptInstaller(dataFolder);
  if (
    there?.version === version &&
    statSync(there.file, { throwIfNoEntry: false })?.size === there.bytes
  )
    return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.part`;
  rmSync(draft, { force: true });
  try {
    await put(draft);
    await sync(draft);
    const sha512 = await sha512Of(draft);
    await rename(draft, file);
    writeWhole(
      join(folder, RECORD),
      `${JSON.stringify({ version, kind, schema, name, sha512, bytes: statSync(file).size } satisfies Kept)}\n`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
  for (const other of readdirSync(folder))
    if (other.startsWith("kept-") && other !== name) rmSync(join(folder, other), { force: true });
}

/** Finds the kept installer, which is not verified yet; undefined when none is kept. */
export function findKeptInstaller(dataFolder: string): KeptInstaller | undefined {
  const folder = join(dataFolder, UPDATES_FOLDER);
  try {
    const kept = recordSchema.parse(
      JSON.parse(readSmallFile(join(folder, RECORD), LARGEST_RECORD)),
    );
    return { ...kept, file: join(folder, kept.name) };
  } catch {
    return undefined; // none was kept yet, or its record is invalid
  }
}

/** Returns whether the file's checksum is right. Must be checked before the file is run. */
export async function isWhole({ file, sha512 }: KeptInstaller): Promise<boolean> {
  return (await sha512Of(file).catch(() => "")) === sha512;
}

/** Computes a file's SHA-512. @returns Hex. @throws the system's error */
async function sha512Of(file: string): Promise<string> {
  const hash = createHash("sha512");
  for await (const part of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    hash.update(part as Buffer);
  return hash.digest("hex");
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** "ProductVersion" in a Windows program's resources, which are near the start of the file. */
const PRODUCT_VERSION = Buffer.from("ProductVersion\0", "utf16le");
const HEAD_BYTES = 8 * 1024 * 1024;

/**
 * Copies a Windows installer if it is of this version.
 *
 * @throws Error when the installer is of another version: NSIS keeps the installer of this user's
 *   last installation, which may have been another version's.
 */
export async function copyInstallerOf(version: string, from: string, to: string): Promise<void> {
  const file = await open(from, "r");
  let head: Buffer;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
  const at = head.indexOf(PRODUCT_VERSION);
  const after =
    at < 0
      ? ""
      : head
          .subarray(at + PRODUCT_VERSION.length, at + PRODUCT_VERSION.length + 128)
          .toString("utf16le")
          .replace(/^\0+/, "");
  const found = after.split("\0", 1)[0] ?? "";
  if (found !== version)
    throw new Error(`${from} installs ${found || "an unknown version"}, not ${version}`);
  await copyFile(from, to);
}
