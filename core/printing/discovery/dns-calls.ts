/**
 * Bindings of Windows's functions for announced services, as windns.h declares them for 64 bits.
 */
import type { Koffi } from "../../base/koffi.ts";

const REQUEST = {
  Version: "uint32",
  InterfaceIndex: "uint32",
  QueryName: "void *",
  Callback: "void *",
  Context: "void *",
};
const RECORD = {
  pNext: "void *",
  pName: "void *",
  wType: "uint16",
  wDataLength: "uint16",
  Flags: "uint32",
  dwTtl: "uint32",
  dwReserved: "uint32",
  pNameHost: "void *",
};
const INSTANCE = {
  pszInstanceName: "void *",
  pszHostName: "void *",
  ip4Address: "void *",
  ip6Address: "void *",
  wPort: "uint16",
  wPriority: "uint16",
  wWeight: "uint16",
  dwPropertyCount: "uint32",
  keys: "void *",
  values: "void *",
  dwInterfaceIndex: "uint32",
};

type Call = ReturnType<ReturnType<Koffi["load"]>["func"]>;
type Struct = ReturnType<Koffi["struct"]>;
export type Pointer = bigint | null;

export type DnsCalls = {
  readonly koffi: Koffi;
  readonly request: Struct;
  readonly record: Struct;
  readonly instance: Struct;
  readonly callback: ReturnType<Koffi["pointer"]>;
  readonly requests: Readonly<
    Record<"browse" | "resolve", { readonly start: Call; readonly cancel: Call }>
  >;
  readonly freeRecords: Call;
  readonly freeInstance: Call;
};

/**
 * Loads the functions from the library.
 *
 * @throws Error when the library does not have the functions.
 */
export function bindDns(koffi: Koffi, library: string): DnsCalls {
  const dnsapi = koffi.load(library);
  const callback = koffi.pointer(
    koffi.proto("__stdcall", null, "void", ["uint32", "void *", "void *"]),
  );
  const bind = (name: string, result: string, types: string[]): Call =>
    dnsapi.func("__stdcall", name, result, types);
  return {
    koffi,
    request: koffi.struct(REQUEST),
    record: koffi.struct(RECORD),
    instance: koffi.struct(INSTANCE),
    callback,
    requests: {
      browse: {
        start: bind("DnsServiceBrowse", "int32", ["void *", "void *"]),
        cancel: bind("DnsServiceBrowseCancel", "int32", ["void *"]),
      },
      resolve: {
        start: bind("DnsServiceResolve", "int32", ["void *", "void *"]),
        cancel: bind("DnsServiceResolveCancel", "int32", ["void *"]),
      },
    },
    freeRecords: bind("DnsFree", "void", ["void *", "int"]),
    freeInstance: bind("DnsServiceFreeInstance", "void", ["void *"]),
  };
}

/** Returns the text at an address; "" for null. */
export function textAt({ koffi }: DnsCalls, at: Pointer): string {
  return at === null ? "" : String(koffi.decode.string16(at));
}

/**
 * Reads the fields of a struct in memory.
 *
 * @param at Address of the struct.
 */
export function fieldsOf({ koffi }: DnsCalls, at: bigint, type: Struct): Record<string, unknown> {
  return koffi.decode(at, type);
}

/** Returns an address in memory; null for a null pointer and for a value that is not an address. */
export function pointer(value: unknown): Pointer {
  return typeof value === "bigint" && value !== 0n ? value : null;
}
