/**
 * What Windows knows of rights: a folder made with its access list at once, the owner of a file,
 * and data sealed for this computer (DPAPI,
 * https://learn.microsoft.com/windows/win32/api/dpapi/nf-dpapi-cryptprotectdata).
 */
import type { Koffi } from "./koffi.ts";

/** For every user of the computer, and without a window that asks. */
const LOCAL_MACHINE = 0x4;
const NO_WINDOW = 0x1;
const OWNER = 0x1;
const FILE_OBJECT = 1;
const SDDL_REVISION = 1;
const ALREADY_EXISTS = 183;

type Pointer = unknown;

export type WindowsSecurity = {
  /**
   * Seals for any user of this computer; another computer cannot open it.
   * @param entropy Mixed in: what another program sealed is not taken for ours.
   * @throws Error with Windows's code.
   */
  seal(bytes: Uint8Array, entropy: string): Buffer;
  /** @throws Error also for what another computer has sealed. */
  open(sealed: Uint8Array, entropy: string): Buffer;
  /**
   * @param sddl The access list, in Windows's own words.
   * @returns Whether it was made now; false when it was there.
   * @throws Error with Windows's code.
   */
  makeFolder(path: string, sddl: string): boolean;
  /**
   * @returns The owner's SID: "S-1-5-32-544" for administrators.
   * @throws Error with Windows's code.
   */
  ownerOf(path: string): string;
};

/** @param koffi As `loadKoffi` gives it. */
export function openSecurity(koffi: Koffi): WindowsSecurity {
  const [crypt32, kernel32, advapi32] = [
    koffi.load("crypt32.dll"),
    koffi.load("kernel32.dll"),
    koffi.load("advapi32.dll"),
  ];
  const blob = koffi.struct({ cbData: "uint32", pbData: "void *" });
  const attributes = koffi.struct({
    nLength: "uint32",
    lpSecurityDescriptor: "void *",
    bInheritHandle: "int",
  });
  const blobPointer = koffi.pointer(blob);
  const Protect = crypt32.func("__stdcall", "CryptProtectData", "int", [
    blobPointer,
    "str16",
    blobPointer,
    "void *",
    "void *",
    "uint32",
    koffi.out(blobPointer),
  ]);
  const Unprotect = crypt32.func("__stdcall", "CryptUnprotectData", "int", [
    blobPointer,
    "void *",
    blobPointer,
    "void *",
    "void *",
    "uint32",
    koffi.out(blobPointer),
  ]);
  const CreateDirectory = kernel32.func("__stdcall", "CreateDirectoryW", "int", [
    "str16",
    koffi.pointer(attributes),
  ]);
  const LocalFree = kernel32.func("__stdcall", "LocalFree", "void *", ["void *"]);
  const GetLastError = kernel32.func("__stdcall", "GetLastError", "uint32", []);
  const FromText = advapi32.func(
    "__stdcall",
    "ConvertStringSecurityDescriptorToSecurityDescriptorW",
    "int",
    ["str16", "uint32", "_Out_ void **", "void *"],
  );
  const GetSecurity = advapi32.func("__stdcall", "GetNamedSecurityInfoW", "uint32", [
    "str16",
    "int",
    "uint32",
    "_Out_ void **",
    "void *",
    "void *",
    "void *",
    "_Out_ void **",
  ]);
  const SidToText = advapi32.func("__stdcall", "ConvertSidToStringSidW", "int", [
    "void *",
    "_Out_ void **",
  ]);

  const failed = (what: string, code = Number(GetLastError())): Error =>
    new Error(`Windows could not ${what} (${code})`);
  const blobOf = (bytes: Uint8Array): { cbData: number; pbData: Uint8Array } => ({
    cbData: bytes.length,
    pbData: bytes,
  });

  function taken(answer: { cbData?: unknown; pbData?: Pointer }): Buffer {
    try {
      return Buffer.from(koffi.decode(answer.pbData, koffi.array("uint8", Number(answer.cbData))));
    } finally {
      LocalFree(answer.pbData);
    }
  }

  return {
    seal(bytes, entropy) {
      const answer: { cbData?: unknown; pbData?: Pointer } = {};
      if (
        Protect(
          blobOf(bytes),
          "Packbench",
          blobOf(Buffer.from(entropy)),
          null,
          null,
          LOCAL_MACHINE | NO_WINDOW,
          answer,
        ) === 0
      )
        throw failed("seal the key");
      return taken(answer);
    },
    open(sealed, entropy) {
      const answer: { cbData?: unknown; pbData?: Pointer } = {};
      if (
        Unprotect(
          blobOf(sealed),
          null,
          blobOf(Buffer.from(entropy)),
          null,
          null,
          NO_WINDOW,
          answer,
        ) === 0
      )
        throw failed("open the key");
      return taken(answer);
    },
    makeFolder(path, sddl) {
      const descriptor: [Pointer] = [null];
      if (FromText(sddl, SDDL_REVISION, descriptor, null) === 0)
        throw failed("read the access list");
      try {
        if (
          CreateDirectory(path, {
            nLength: koffi.sizeof(attributes),
            lpSecurityDescriptor: descriptor[0],
            bInheritHandle: 0,
          }) !== 0
        )
          return true;
        const code = Number(GetLastError());
        if (code === ALREADY_EXISTS) return false;
        throw failed(`make the folder ${path}`, code);
      } finally {
        LocalFree(descriptor[0]);
      }
    },
    ownerOf(path) {
      const [owner, descriptor]: [[Pointer], [Pointer]] = [[null], [null]];
      const code = Number(
        GetSecurity(path, FILE_OBJECT, OWNER, owner, null, null, null, descriptor),
      );
      if (code !== 0) throw failed(`read the owner of ${path}`, code);
      const text: [Pointer] = [null];
      try {
        if (SidToText(owner[0], text) === 0) throw failed(`name the owner of ${path}`);
        return String(koffi.decode(text[0], "char16_t", -1));
      } finally {
        LocalFree(text[0]);
        LocalFree(descriptor[0]);
      }
    },
  };
}
