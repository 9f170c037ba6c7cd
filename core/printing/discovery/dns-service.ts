/**
 * Windows's search for announced services (dnsapi.dll, Windows 10 and later), called through koffi.
 * Windows's DNS client listens, so no port is bound here and the firewall asks nothing. Requests
 * are started and cancelled on a thread of koffi: Windows may wait inside such a call for a
 * callback, and callbacks need this thread.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NetworkOperations, ServiceInstance } from "./network-protocol.ts";
import type { Koffi } from "../../base/koffi.ts";
import { bindDns, fieldsOf, pointer, textAt, type DnsCalls, type Pointer } from "./dns-calls.ts";

const PENDING = 9506;
const SUCCESS = 0;
const VERSION_1 = 1;
const PTR = 12;
const RECORD_LIST = 1;
/** Longest wait for the last callbacks of a cancelled search. */
const END_MS = 1_000;
const LONGEST_TEXT = 255;
/**
 * Highest number of services that are read. A network that announces more services has few printers
 * among them.
 */
const MAX = 200;

type Request = { readonly isOver: Promise<unknown>; isEnded: boolean; cancel(): Promise<unknown> };

/**
 * Opens the search functions of Windows.
 *
 * @param koffi From `loadKoffi`.
 * @param library File of the Windows functions.
 * @throws Error when this Windows does not have the functions.
 */
export function openDnsService(koffi: Koffi, library = "dnsapi.dll"): NetworkOperations {
  const dns = bindDns(koffi, library);
  return { browse: (search) => browse(dns, search) };
}

async function browse(
  dns: DnsCalls,
  { types, forMs }: Parameters<NetworkOperations["browse"]>[0],
): ReturnType<NetworkOperations["browse"]> {
  const [seen, list, requests]: [Set<string>, ServiceInstance[], Request[]] = [new Set(), [], []];
  let isOpen = true;
  const resolve = async (name: string, type: string): Promise<void> => {
    const asked = await ask(dns, "resolve", name, (status, data) => {
      const found = status === SUCCESS ? read(dns, data, type) : undefined;
      if (found !== undefined) list.push(found);
      return true;
    });
    requests.push(asked);
  };
  const started = await Promise.allSettled(
    types.map((type) =>
      ask(dns, "browse", `_${type}._tcp.local`, (status, data) => {
        for (const name of namesIn(dns, status === SUCCESS ? data : null)) {
          if (!isOpen || seen.has(name) || seen.size >= MAX) continue;
          seen.add(name);
          void resolve(name, type).catch(() => undefined); // the service is then not listed
        }
        return status !== SUCCESS;
      }),
    ),
  );
  requests.push(...started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
  const refused = started.find((one) => one.status === "rejected");
  if (requests.length === 0 && refused !== undefined) throw refused.reason;
  await sleep(forMs);
  isOpen = false;
  const open = requests.filter(({ isEnded }) => !isEnded);
  await Promise.race([
    Promise.all(open.map(async (one) => Promise.all([one.cancel(), one.isOver]))),
    sleep(END_MS),
  ]);
  const isOver = requests.every(({ isEnded }) => isEnded);
  if (isOver) await sleep(END_MS); // by then koffi has released the requests' callbacks
  return { list, isOver };
}

/**
 * Starts a request.
 *
 * @param take Receives the arguments of each callback; returning true ends the request.
 */
async function ask(
  dns: DnsCalls,
  kind: keyof DnsCalls["requests"],
  name: string,
  take: (status: number, data: Pointer) => boolean,
): Promise<Request> {
  let end = (): void => undefined;
  const isOver = new Promise<void>((done) => (end = done));
  const asked: Request = {
    isOver,
    isEnded: false,
    cancel: () => callAsync(dns.requests[kind].cancel, cancelHandle),
  };
  const own = dns.koffi.register((status: number, _context: unknown, data: unknown) => {
    // The request also ends when `take` throws.
    let isLast = true;
    try {
      isLast = take(status, pointer(data));
    } finally {
      if (isLast) {
        asked.isEnded = true;
        end();
      }
    }
  }, dns.callback);
  const nameText = Buffer.from(`${name}\0`, "utf16le");
  // The request and the handle for cancelling must stay at their addresses until the request is
  // over.
  const [requestPointer, cancelHandle]: [unknown, unknown] = [
    dns.koffi.alloc(dns.request, 1),
    dns.koffi.alloc("void *", 1),
  ];
  dns.koffi.encode(requestPointer, dns.request, {
    Version: VERSION_1,
    InterfaceIndex: 0,
    QueryName: dns.koffi.address(nameText),
    Callback: own,
    Context: null,
  });
  const release = (): void => {
    dns.koffi.unregister(own);
    dns.koffi.free(requestPointer);
    dns.koffi.free(cancelHandle);
    nameText.fill(0); // keeps the buffer alive until here
  };
  const status = await callAsync(dns.requests[kind].start, requestPointer, cancelHandle);
  if (status !== PENDING && status !== SUCCESS) {
    release();
    throw new Error(`Windows refused to search the network (${String(status)})`);
  }
  // The callback is released after it has returned to Windows, never while it runs.
  void isOver.then(() => setTimeout(release, END_MS));
  return asked;
}

/** Reads the instance names from a record list, and frees the list. */
function namesIn(dns: DnsCalls, list: Pointer): string[] {
  const names: string[] = [];
  for (let at = list; at !== null;) {
    const { pNext, wType, pNameHost } = fieldsOf(dns, at, dns.record);
    if (wType === PTR) names.push(textAt(dns, pointer(pNameHost)));
    at = pointer(pNext);
  }
  if (list !== null) dns.freeRecords(list, RECORD_LIST);
  return names;
}

/**
 * Reads a service instance, and frees it.
 * @returns Undefined when the service has neither an IPv4 address nor a host name.
 */
function read(dns: DnsCalls, at: Pointer, type: string): ServiceInstance | undefined {
  if (at === null) return undefined;
  const { pszInstanceName, pszHostName, ip4Address, wPort, dwPropertyCount, keys, values } =
    fieldsOf(dns, at, dns.instance);
  const address = pointer(ip4Address);
  // The four bytes are in network order.
  const host =
    address === null
      ? textAt(dns, pointer(pszHostName))
      : [0, 1, 2, 3].map((i) => String(dns.koffi.decode(address, i, "uint8"))).join(".");
  const [keyList, valueList, count] = [
    pointer(keys),
    pointer(values),
    Math.min(Number(dwPropertyCount), MAX),
  ];
  const word = (list: bigint, i: number): string =>
    textAt(dns, pointer(dns.koffi.decode(list, i * dns.koffi.sizeof("void *"), "void *"))).slice(
      0,
      LONGEST_TEXT,
    );
  const txt =
    keyList === null || valueList === null
      ? []
      : Array.from({ length: count }, (_, i) => [word(keyList, i), word(valueList, i)] as const);
  const found: ServiceInstance = {
    type,
    name: nameOf(textAt(dns, pointer(pszInstanceName)), type),
    host,
    port: Number(wPort),
    txt,
  };
  dns.freeInstance(at);
  return host === "" ? undefined : found;
}

/** Calls a function on one of koffi's threads. */
function callAsync(
  call: { async: (...args: unknown[]) => void },
  ...args: unknown[]
): Promise<unknown> {
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
