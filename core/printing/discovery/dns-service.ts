/**
 * Windows's own search for announced services (dnsapi.dll, Windows 10 and later), called by koffi.
 * Its DNS client listens, so no port is bound here and the firewall has no question. Every call is
 * made off the thread: Windows may wait in it for a callback, which needs the thread.
 *
 * Structures as in windns.h, for 64 bits.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NetworkOperations, ServiceInstance } from "./network-protocol.ts";
import type { Koffi } from "../../base/koffi.ts";

const PENDING = 9506;
const SUCCESS = 0;
const VERSION_1 = 1;
const PTR = 12;
const RECORD_LIST = 1;
/** For the last callbacks of a search that was cancelled. */
const END_MS = 1_000;
const LONGEST_TEXT = 255;
/** A network that announces more is no network of printers. */
const MOST = 200;

type Pointer = bigint | null;
type Request = { readonly isOver: Promise<unknown>; isEnded: boolean; cancel(): Promise<unknown> };

/**
 * @param koffi As `loadKoffi` gives it.
 * @param library The file of the calls.
 * @throws Error when this Windows does not have them.
 */
export function openDnsService(koffi: Koffi, library = "dnsapi.dll"): NetworkOperations {
  const dnsapi = koffi.load(library);
  const request = koffi.struct({
    Version: "uint32",
    InterfaceIndex: "uint32",
    QueryName: "void *",
    Callback: "void *",
    Context: "void *",
  });
  const record = koffi.struct({
    pNext: "void *",
    pName: "void *",
    wType: "uint16",
    wDataLength: "uint16",
    Flags: "uint32",
    dwTtl: "uint32",
    dwReserved: "uint32",
    pNameHost: "void *",
  });
  const instance = koffi.struct({
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
  });
  const callback = koffi.pointer(
    koffi.proto("__stdcall", null, "void", ["uint32", "void *", "void *"]),
  );
  const bind = (name: string, result: string, types: string[]): ReturnType<typeof dnsapi.func> =>
    dnsapi.func("__stdcall", name, result, types);
  const calls = {
    browse: {
      start: bind("DnsServiceBrowse", "int32", ["void *", "void *"]),
      cancel: bind("DnsServiceBrowseCancel", "int32", ["void *"]),
    },
    resolve: {
      start: bind("DnsServiceResolve", "int32", ["void *", "void *"]),
      cancel: bind("DnsServiceResolveCancel", "int32", ["void *"]),
    },
  };
  const freeRecords = bind("DnsFree", "void", ["void *", "int"]);
  const freeInstance = bind("DnsServiceFreeInstance", "void", ["void *"]);
  const textAt = (at: Pointer): string => (at === null ? "" : String(koffi.decode.string16(at)));
  const fieldsOf = (at: bigint, type: typeof record): Record<string, unknown> =>
    koffi.decode(at, type);
  const pointer = (value: unknown): Pointer =>
    typeof value === "bigint" && value !== 0n ? value : null;

  /** @param take Is given what each callback is given; true ends the request. */
  async function ask(
    kind: keyof typeof calls,
    name: string,
    take: (status: number, data: Pointer) => boolean,
  ): Promise<Request> {
    let end = (): void => undefined;
    const isOver = new Promise<void>((done) => (end = done));
    const asked: Request = {
      isOver,
      isEnded: false,
      cancel: () => off(calls[kind].cancel, cancelHandle),
    };
    const own = koffi.register((status: number, _context: unknown, data: unknown) => {
      // An error may not leave a callback: Windows's thread stands behind it.
      let isLast = true;
      try {
        isLast = take(status, pointer(data));
      } finally {
        if (isLast) {
          asked.isEnded = true;
          end();
        }
      }
    }, callback);
    const nameText = Buffer.from(`${name}\0`, "utf16le");
    // Both must stand where they are until the request is over.
    const [place, cancelHandle]: [unknown, unknown] = [
      koffi.alloc(request, 1),
      koffi.alloc("void *", 1),
    ];
    koffi.encode(place, request, {
      Version: VERSION_1,
      InterfaceIndex: 0,
      QueryName: koffi.address(nameText),
      Callback: own,
      Context: null,
    });
    const letGo = (): void => {
      koffi.unregister(own);
      koffi.free(place);
      koffi.free(cancelHandle);
      nameText.fill(0); // kept until here
    };
    const status = await off(calls[kind].start, place, cancelHandle);
    if (status !== PENDING && status !== SUCCESS) {
      letGo();
      throw new Error(`Windows refused to search the network (${String(status)})`);
    }
    // After the callback has returned to Windows, not within it.
    void isOver.then(() => setTimeout(letGo, END_MS));
    return asked;
  }

  /** @returns The instances that a record list names. It is freed. */
  function namesIn(list: Pointer): string[] {
    const names: string[] = [];
    for (let at = list; at !== null;) {
      const { pNext, wType, pNameHost } = fieldsOf(at, record);
      if (wType === PTR) names.push(textAt(pointer(pNameHost)));
      at = pointer(pNext);
    }
    if (list !== null) freeRecords(list, RECORD_LIST);
    return names;
  }

  /** @returns Undefined when it has no address. It is freed. */
  function read(at: Pointer, type: string): ServiceInstance | undefined {
    if (at === null) return undefined;
    const { pszInstanceName, pszHostName, ip4Address, wPort, dwPropertyCount, keys, values } =
      fieldsOf(at, instance);
    const address = pointer(ip4Address);
    // The four bytes stand in the order of the network.
    const host =
      address === null
        ? textAt(pointer(pszHostName))
        : [0, 1, 2, 3].map((i) => String(koffi.decode(address, i, "uint8"))).join(".");
    const [keyList, valueList, count] = [
      pointer(keys),
      pointer(values),
      Math.min(Number(dwPropertyCount), MOST),
    ];
    const word = (list: bigint, i: number): string =>
      textAt(pointer(koffi.decode(list, i * koffi.sizeof("void *"), "void *"))).slice(
        0,
        LONGEST_TEXT,
      );
    const txt =
      keyList === null || valueList === null
        ? []
        : Array.from({ length: count }, (_, i) => [word(keyList, i), word(valueList, i)] as const);
    const found: ServiceInstance = {
      type,
      name: nameOf(textAt(pointer(pszInstanceName)), type),
      host,
      port: Number(wPort),
      txt,
    };
    freeInstance(at);
    return host === "" ? undefined : found;
  }

  return {
    async browse({ types, forMs }) {
      const [seen, list, requests]: [Set<string>, ServiceInstance[], Request[]] = [
        new Set(),
        [],
        [],
      ];
      let isOpen = true;
      const resolve = async (name: string, type: string): Promise<void> => {
        const asked = await ask("resolve", name, (status, data) => {
          const found = status === SUCCESS ? read(data, type) : undefined;
          if (found !== undefined) list.push(found);
          return true;
        });
        requests.push(asked);
      };
      const begun = await Promise.allSettled(
        types.map((type) =>
          ask("browse", `_${type}._tcp.local`, (status, data) => {
            for (const name of namesIn(status === SUCCESS ? data : null)) {
              if (!isOpen || seen.has(name) || seen.size >= MOST) continue;
              seen.add(name);
              void resolve(name, type).catch(() => undefined); // one that has no address is not listed
            }
            return status !== SUCCESS;
          }),
        ),
      );
      requests.push(...begun.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
      const refused = begun.find((one) => one.status === "rejected");
      if (requests.length === 0 && refused !== undefined) throw refused.reason;
      await sleep(forMs);
      isOpen = false;
      const open = requests.filter(({ isEnded }) => !isEnded);
      await Promise.race([
        Promise.all(open.map(async (one) => Promise.all([one.cancel(), one.isOver]))),
        sleep(END_MS),
      ]);
      const isOver = requests.every(({ isEnded }) => isEnded);
      if (isOver) await sleep(END_MS); // what they held is let go of by then
      return { list, isOver };
    },
  };
}

/** Calls a function on a thread of koffi's. */
function off(call: { async: (...args: unknown[]) => void }, ...args: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) =>
    call.async(...args, (error: unknown, result: unknown) =>
      error === null || error === undefined
        ? resolve(result)
        : reject(error instanceof Error ? error : new Error(String(error))),
    ),
  );
}

function nameOf(instanceName: string, type: string): string {
  const [name = instanceName] = instanceName.split(`._${type}._`);
  return name;
}
