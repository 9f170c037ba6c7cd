/**
 * Reads the policy file: settings of a company's IT for all desks of a machine. The file is usually
 * in a folder where only an administrator can write. Its values override the command line and the
 * desk's settings, and cannot be changed at the desk.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { loadKoffi } from "./koffi.ts";
import { readSmallFile } from "./read-small-file.ts";
import { openSecurity } from "./windows-security.ts";

const port = z.int().min(1).max(65_535);

/**
 * Makes the schema of an object that rejects unknown keys and lists the known keys, so that a
 * misspelling is found without the guide.
 */
const objectOf = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === "unrecognized_keys"
        ? `there is no such key. Keys here: ${Object.keys(shape).join(", ")}`
        : undefined,
  });

const policySchema = objectOf({
  updates: objectOf({
    enabled: z.boolean().optional(),
    channel: z.enum(["latest", "beta"]).optional(),
    /** Downloads from this address are executed, so it must use TLS, except on this machine. */
    url: z
      .url({ protocol: /^https?$/ })
      .refine(
        (url) => /^(https:|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(`${url}/`),
        "must begin with https://",
      )
      .optional(),
    /** "HH:MM", the desk's local time. */
    installAt: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day such as "03:00"')
      .optional(),
  }).optional(),
  /**
   * `url`: the only hub that stations of this machine may join. `joinCode`: the code with which a
   * station joins at its first start; the code must be valid for all desks.
   */
  hub: objectOf({
    url: z.url().optional(),
    joinCode: z.string().min(20).max(1_000).optional(),
  }).optional(),
  /**
   * `listen`: an address of this machine, "0.0.0.0" for all; every address except loopback uses
   * TLS, on `securePort`.
   */
  api: objectOf({
    enabled: z.boolean().optional(),
    port: port.optional(),
    listen: z.string().min(1).max(253).optional(),
    securePort: port.optional(),
  }).optional(),
  kiosk: z.boolean().optional(),
  autostart: z.boolean().optional(),
  /** The folder of the nightly backups, and how many days they are kept. */
  backups: objectOf({
    folder: z.string().refine(isAbsolute, "must be the whole path of a folder"),
    keepDays: z.int().min(1).max(3_650),
  }).optional(),
});
export type Policy = z.infer<typeof policySchema>;

/**
 * The policy file is invalid, unreadable or not protected. The message names the file and, if
 * possible, the line.
 */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
}

const WRITABLE_BY_ALL = 0o002;
/** Maximum size, bytes. */
const LARGEST = 1_000_000;

/** Returns the path of the administrator's policy file on the given system. */
function policyFile(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string {
  if (platform === "win32")
    return `${env["ProgramData"] ?? "C:\\ProgramData"}\\Packbench\\policy.json`;
  if (platform === "darwin") return "/Library/Application Support/Packbench/policy.json";
  return "/etc/packbench/policy.json";
}

/**
 * Chooses the policy file: the administrator's file if it exists or the command line names none,
 * otherwise the named file. So no user of the machine can replace the administrator's file.
 */
export function chosenPolicyFile(named: string | undefined): string {
  const own = policyFile();
  return named === undefined || existsSync(own) ? own : resolve(named);
}

/**
 * Reads a policy file. A file that does not exist gives an empty policy.
 *
 * @throws PolicyError when the file is invalid, cannot be read, or may be changed by other users.
 */
export function readPolicy(file: string): Policy {
  const text = readIfThere(file);
  if (text === undefined) return {};
  if (process.platform === "win32") requireAdministrators(file);
  else {
    for (const path of [dirname(file), file]) {
      const { mode } = statSync(path);
      // A user who may write a folder can replace the file, except in a sticky folder like /tmp.
      if ((mode & WRITABLE_BY_ALL) !== 0 && (path === file || (mode & 0o1000) === 0))
        throw new PolicyError(
          `The policy file ${file} is not used, because every user of this machine may change it. Remove this permission: chmod o-w "${path}".`,
        );
    }
  }
  return parsePolicy(text, file);
}

/** Security ids of the administrators, the system, and the Windows installer. */
const TRUSTED_OWNERS = /^S-1-5-(32-544|18|80-956008885-.+)$/;

/**
 * Checks that administrators own the file: ProgramData lets every user create files, and the
 * creator is the owner. A file that the command line names is not checked, because it may be the
 * user's.
 */
function requireAdministrators(file: string): void {
  if (file !== policyFile()) return;
  let owner: string;
  try {
    owner = openSecurity(loadKoffi()).ownerOf(file);
  } catch (error) {
    throw new PolicyError(
      `The policy file ${file} is not used, because its owner cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
  if (!TRUSTED_OWNERS.test(owner))
    throw new PolicyError(
      `The policy file ${file} is not used, because it belongs to a user of this computer (${owner}) and not to its administrators. Put it there again as an administrator: icacls "${file}" /setowner *S-1-5-32-544.`,
    );
}

function readIfThere(file: string): string | undefined {
  try {
    return readSmallFile(file, LARGEST).replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new PolicyError(
      `The policy file ${file} cannot be read (${code}). Make it readable for all users of this machine.`,
    );
  }
}

/**
 * Parses the text of a policy file.
 *
 * @throws PolicyError with the line of the first fault.
 */
function parsePolicy(text: string, file: string): Policy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const [, at] = /at position (\d+)/.exec(message) ?? [];
    throw new PolicyError(
      `The policy file ${file} is not valid JSON: line ${lineAt(text, at === undefined ? text.length : Number(at))}. Correct it, or ask your IT.`,
    );
  }
  const parsed = policySchema.safeParse(value, {
    error: ({ code, input }) =>
      code === "invalid_type" && input === undefined ? "is missing" : undefined,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [
    ...(issue?.path ?? []),
    ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []),
  ].map(String);
  throw new PolicyError(
    `The policy file ${file} has a fault in line ${lineAt(text, placeOf(text, path))}: ${path.join(".") || "the whole"}: ${issue?.message ?? ""}. Correct it, or ask your IT.`,
  );
}

/**
 * Finds the place of a fault in the text.
 *
 * @returns Position of the path's last key in the text.
 */
function placeOf(text: string, path: readonly string[]): number {
  return path.reduce((from, key) => Math.max(from, text.indexOf(`"${key}"`, from)), 0);
}

/** Finds the line of a position, counted from 1. */
function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
