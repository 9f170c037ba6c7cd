/**
 * Runs `npm run package` for its tests, and inspects the result. Each test file packs only once.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listPackage } from "@electron/asar";
import { getCurrentFuseWire, FuseV1Options } from "@electron/fuses";
import { z } from "zod";
import { ROOT, folderOnDisk } from "../helpers/folders.ts";

/** Packing takes a minute, so these tests are a separate stage: `npm test packaging`. */
export const isPackagingStage = process.env["PACKBENCH_PACKAGING"] === "1";
export const PACKS_WITHIN_MS = 5 * 60_000;
/** Timestamp of all packed files, seconds since 1970. */
const EPOCH = "1763900000";

export type Packed = {
  readonly folder: string;
  /** Lines that the command printed on its standard output. */
  readonly lines: readonly string[];
  readonly messages: string;
};

/** Packs into a new folder. @throws Error with the command's output when it fails. */
export function pack(args: readonly string[]): Promise<Packed> {
  const folder = folderOnDisk();
  const env = { ...process.env, SOURCE_DATE_EPOCH: EPOCH };
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [join(ROOT, "electron/scripts/run.mjs"), "package", ...args, "--output", folder],
      { cwd: ROOT, env, timeout: PACKS_WITHIN_MS, maxBuffer: 64 * 1024 ** 2 },
      (error, stdout, stderr) =>
        error === null
          ? done({ folder, lines: stdout.trim().split("\n"), messages: stderr })
          : fail(new Error(`${stdout}\n${stderr.slice(-4_000)}`)),
    );
  });
}

/** Builds all bundles, as on a computer that has built nothing yet. */
export function rebuild(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "electron/scripts/build.mjs"), "--force"],
    { cwd: ROOT, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
}

/**
 * Lists the files in a packed archive.
 * @param resources Folder that contains app.asar.
 * @returns Paths with "/", without entries for folders.
 */
export function filesInArchive(resources: string): string[] {
  return listPackage(join(resources, "app.asar"), { isPack: false })
    .map((file) => file.replaceAll("\\", "/").slice(1))
    .filter((file) => /\.[a-z0-9]+$|LICENSE$/i.test(file));
}

/**
 * Reads the fuses of a packed program.
 * @param program Path of the program, or of the .app on macOS.
 * @returns Each of the product's fuses by name, and whether it is on.
 */
export async function fusesOf(program: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(program);
  const names = [
    "RunAsNode",
    "EnableCookieEncryption",
    "EnableNodeOptionsEnvironmentVariable",
    "EnableNodeCliInspectArguments",
    "EnableEmbeddedAsarIntegrityValidation",
    "OnlyLoadAppFromAsar",
    "GrantFileProtocolExtraPrivileges",
  ] as const;
  return Object.fromEntries(names.map((name) => [name, wire[FuseV1Options[name]] === ON]));
}

/** Byte in the program for a fuse that is on. */
const ON = "1".charCodeAt(0);

export const SAFE_FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
};

const selfCheckSchema = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({ name: z.string(), ok: z.boolean(), ms: z.number(), detail: z.string() }),
  ),
});

/**
 * Starts the packed program for its self-check. Chromium's sandbox is off as root, because root
 * cannot use it.
 */
export function checkItself(
  program: string,
  args: readonly string[] = [],
): { readonly code: number | null; readonly found: z.infer<typeof selfCheckSchema> } {
  const forced = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const { status, stdout } = spawnSync(
    program,
    ["--self-check", "--json", "--disable-gpu", "--log-level=3", ...forced, ...args],
    { encoding: "utf8", timeout: 180_000 },
  );
  return { code: status, found: selfCheckSchema.parse(JSON.parse(stdout)) };
}

/** Whether a Debian package can be installed here: the user is root and dpkg exists. */
export const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/dpkg");
