/** Recognizes why the watched folder cannot be used. */
import type { FolderFault } from "./order-folder.schema.ts";
import { NOT_SET_UP } from "./folder-protocol.ts";
import { SlowFolderError } from "./folder-thread.ts";

const BY_CODE: Readonly<Record<string, FolderFault>> = {
  ENOENT: "MISSING",
  ENOTDIR: "MISSING",
  [NOT_SET_UP]: "NOT_SET_UP",
  EACCES: "NO_RIGHTS",
  EPERM: "NO_RIGHTS",
  EROFS: "READ_ONLY",
  ENOSPC: "FULL",
  EDQUOT: "FULL",
};

export type FaultOf = { readonly reason: FolderFault; readonly detail: string };

/**
 * Returns why a call of the folder's thread failed.
 *
 * @returns Undefined for an error that is not the system's: a bug.
 */
export function faultOf(error: unknown): FaultOf | undefined {
  if (error instanceof SlowFolderError) return { reason: "SLOW", detail: "" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^E[A-Z]{2,}$/.test(code)) return undefined;
  return { reason: BY_CODE[code] ?? "FAILED", detail: code };
}
