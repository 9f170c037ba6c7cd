/** Windows functions for keys, folders and owners, from dpapi.h, fileapi.h, sddl.h and aclapi.h. */
import type { Koffi } from "./koffi.ts";

type Call = ReturnType<ReturnType<Koffi["load"]>["func"]>;

export type SecurityCalls = Readonly<
  Record<
    | "Protect"
    | "Unprotect"
    | "CreateDirectory"
    | "LocalFree"
    | "GetLastError"
    | "FromText"
    | "GetSecurity"
    | "SidToText",
    Call
  >
> & { readonly attributesBytes: number };

/** Loads the functions of Windows that seal bytes, create a folder and read a file's owner. */
export function bindSecurity(koffi: Koffi): SecurityCalls {
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
  const sealing = [blobPointer, "void *", "void *", "uint32", koffi.out(blobPointer)];
  return {
    attributesBytes: koffi.sizeof(attributes),
    Protect: crypt32.func("__stdcall", "CryptProtectData", "int", [
      blobPointer,
      "str16",
      ...sealing,
    ]),
    Unprotect: crypt32.func("__stdcall", "CryptUnprotectData", "int", [
      blobPointer,
      "void *",
      ...sealing,
    ]),
    CreateDirectory: kernel32.func("__stdcall", "CreateDirectoryW", "int", [
      "str16",
      koffi.pointer(attributes),
    ]),
    LocalFree: kernel32.func("__stdcall", "LocalFree", "void *", ["void *"]),
    GetLastError: kernel32.func("__stdcall", "GetLastError", "uint32", []),
    FromText: advapi32.func(
      "__stdcall",
      "ConvertStringSecurityDescriptorToSecurityDescriptorW",
      "int",
      ["str16", "uint32", "_Out_ void **", "void *"],
    ),
    GetSecurity: advapi32.func("__stdcall", "GetNamedSecurityInfoW", "uint32", [
      "str16",
      "int",
      "uint32",
      "_Out_ void **",
      "void *",
      "void *",
      "void *",
      "_Out_ void **",
    ]),
    SidToText: advapi32.func("__stdcall", "ConvertSidToStringSidW", "int", [
      "void *",
      "_Out_ void **",
    ]),
  };
}
