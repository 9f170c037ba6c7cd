/**
 * Windows security: creates a folder together with its access list, reads a file's owner, and seals
 * data for this computer (DPAPI,
 * https://learn.microsoft.com/windows/win32/api/dpapi/nf-dpapi-cryptprotectdata).
 */
import type { Koffi } from "./koffi.ts";
import { bindSecurity, type SecurityCalls } from "./windows-security-calls.ts";

/** Flags of DPAPI: any user of the computer may open the data, and Windows shows no dialog. */
const LOCAL_MACHINE = 0x4;
const NO_WINDOW = 0x1;
const OWNER = 0x1;
const FILE_OBJECT = 1;
const SDDL_REVISION = 1;
const ALREADY_EXISTS = 183;

type Pointer = unknown;

export type WindowsSecurity = {
  /**
   * Seals data so that any user of this computer can open it, but no other computer can.
   *
   * @param entropy Mixed in, so that data sealed by another program is not accepted.
   * @throws Error with Windows's code.
   */
  seal(bytes: Uint8Array, entropy: string): Buffer;
  /**
   * Opens sealed data.
   *
   * @throws Error with Windows's code, also for data that another computer has sealed.
   */
  open(sealed: Uint8Array, entropy: string): Buffer;
  /**
   * Creates a folder together with its access list.
   *
   * @param sddl The access list in SDDL.
   * @returns False when the folder existed already.
   * @throws Error with Windows's code.
   */
  makeFolder(path: string, sddl: string): boolean;
  /**
   * Reads the owner of a file or folder.
   *
   * @returns The owner's SID: "S-1-5-32-544" for administrators.
   * @throws Error with Windows's code.
   */
  ownerOf(path: string): string;
};

/**
 * Loads the security functions of Windows.
 *
 * @param koffi The result of `loadKoffi`.
 */
export function openSecurity(koffi: Koffi): WindowsSecurity {
  const windows: Windows = { koffi, calls: bindSecurity(koffi) };
  const { calls } = windows;
  return {
    seal(bytes, entropy) {
      const answer: Blob = {};
      const flags = LOCAL_MACHINE | NO_WINDOW;
      const salt = blobOf(Buffer.from(entropy));
      if (calls.Protect(blobOf(bytes), "Packbench", salt, null, null, flags, answer) === 0)
        throw failed(calls, "seal the key");
      return taken(windows, answer);
    },
    open(sealed, entropy) {
      const answer: Blob = {};
      const salt = blobOf(Buffer.from(entropy));
      if (calls.Unprotect(blobOf(sealed), null, salt, null, null, NO_WINDOW, answer) === 0)
        throw failed(calls, "open the key");
      return taken(windows, answer);
    },
    makeFolder: (path, sddl) => makeFolder(calls, path, sddl),
    ownerOf: (path) => ownerOf(windows, path),
  };
}

type Windows = { readonly koffi: Koffi; readonly calls: SecurityCalls };
/** The structure in which Windows returns bytes. */
type Blob = { cbData?: unknown; pbData?: Pointer };

function failed(
  { GetLastError }: SecurityCalls,
  what: string,
  code = Number(GetLastError()),
): Error {
  return new Error(`Windows could not ${what} (${code})`);
}

function blobOf(bytes: Uint8Array): { cbData: number; pbData: Uint8Array } {
  return { cbData: bytes.length, pbData: bytes };
}

/** Copies an answer and frees its memory. */
function taken({ koffi, calls }: Windows, answer: Blob): Buffer {
  try {
    return Buffer.from(koffi.decode(answer.pbData, koffi.array("uint8", Number(answer.cbData))));
  } finally {
    calls.LocalFree(answer.pbData);
  }
}

function makeFolder(calls: SecurityCalls, path: string, sddl: string): boolean {
  const descriptor: [Pointer] = [null];
  if (calls.FromText(sddl, SDDL_REVISION, descriptor, null) === 0)
    throw failed(calls, "read the access list");
  try {
    const isMade = calls.CreateDirectory(path, {
      nLength: calls.attributesBytes,
      lpSecurityDescriptor: descriptor[0],
      bInheritHandle: 0,
    });
    if (isMade !== 0) return true;
    const code = Number(calls.GetLastError());
    if (code === ALREADY_EXISTS) return false;
    throw failed(calls, `make the folder ${path}`, code);
  } finally {
    calls.LocalFree(descriptor[0]);
  }
}

function ownerOf({ koffi, calls }: Windows, path: string): string {
  const [owner, descriptor]: [[Pointer], [Pointer]] = [[null], [null]];
  const code = Number(
    calls.GetSecurity(path, FILE_OBJECT, OWNER, owner, null, null, null, descriptor),
  );
  if (code !== 0) throw failed(calls, `read the owner of ${path}`, code);
  const text: [Pointer] = [null];
  try {
    if (calls.SidToText(owner[0], text) === 0) throw failed(calls, `name the owner of ${path}`);
    return String(koffi.decode(text[0], "char16_t", -1));
  } finally {
    calls.LocalFree(text[0]);
    calls.LocalFree(descriptor[0]);
  }
}
