/**
 * IPP client for CUPS, over its socket or TCP. The commands `lp` and `lpstat` are not used: their
 * output depends on the system's language, they report a job's end only as text, and each call
 * starts a process. Every call has a time limit.
 */
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { userInfo } from "node:os";
import { isIP } from "node:net";
import { decodeIpp, encodeIpp, type IppAnswer, type IppRequest } from "./ipp.ts";

/** Socket paths in the order of libcups: Linux, then macOS. */
const SOCKETS = ["/run/cups/cups.sock", "/var/run/cups/cups.sock", "/private/var/run/cupsd"];
const SYSTEM_CONFIG = "/etc/cups/client.conf";
const IPP_PORT = 631;
/**
 * Largest accepted answer, in bytes. Most answers have a few kilobytes, and the list of all queues
 * of a large office is smaller than this.
 */
const LARGEST_ANSWER = 8 * 1024 * 1024;

type CupsServer =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number };

/**
 * `nothing`: the request was certainly not carried out. `maybe`: the request may have been carried
 * out.
 */
export class IppError extends Error {
  override readonly name = "IppError";
  readonly sent: "nothing" | "maybe";
  /** HTTP status with which CUPS rejected the request; 0 for any other failure. */
  readonly httpStatus: number;

  constructor(sent: "nothing" | "maybe", message: string, httpStatus = 0) {
    super(message);
    this.sent = sent;
    this.httpStatus = httpStatus;
  }
}

/** Returns the server from `CUPS_SERVER`, from the system's client.conf, or on this machine. */
function cupsServer(env: NodeJS.ProcessEnv = process.env): CupsServer {
  const named = (env["CUPS_SERVER"] ?? configuredServer()).trim().split("/version=")[0] ?? "";
  if (named.startsWith("/")) return { socketPath: named };
  const [, host = "", port] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(named) ?? [];
  if (host !== "")
    return {
      host: host.replace(/^\[|\]$/g, ""),
      port: port === undefined ? IPP_PORT : Number(port),
    };
  const socketPath =
    process.platform === "win32" ? undefined : SOCKETS.find((path) => existsSync(path));
  return socketPath === undefined ? { host: "localhost", port: IPP_PORT } : { socketPath };
}

function configuredServer(): string {
  try {
    return /^[ \t]*ServerName[ \t]+(\S+)/im.exec(readFileSync(SYSTEM_CONFIG, "utf8"))?.[1] ?? "";
  } catch {
    return ""; // most machines have no such file
  }
}

let lastRequestID = 0;

/**
 * Sends an IPP request to CUPS.
 *
 * @param path HTTP path: "/printers/zebra", "/jobs", "/".
 * @throws IppError when CUPS cannot be reached, rejects the HTTP request, or does not send a
 *   readable IPP answer in time.
 */
export async function askCups(
  ipp: IppRequest,
  path: string,
  timeoutMs: number,
): Promise<IppAnswer> {
  lastRequestID = (lastRequestID % 0x7fffffff) + 1;
  const body = encodeIpp(ipp, lastRequestID);
  const first = await post(body, path, timeoutMs, {});
  // Cancelling requires authentication. Over the local socket CUPS gets the user from the kernel,
  // if the request names a user.
  const answer =
    first.status === 401 && "socketPath" in cupsServer()
      ? await post(body, path, timeoutMs, { authorization: `PeerCred ${userInfo().username}` })
      : first;
  if (answer.status !== 200)
    throw new IppError(
      "nothing",
      `The print system refused the request (HTTP ${answer.status}).`,
      answer.status,
    );
  try {
    return decodeIpp(answer.body);
  } catch {
    throw new IppError("maybe", "The print system's answer could not be read.");
  }
}

type HttpAnswer = { readonly status: number; readonly body: Buffer };

function post(
  body: Uint8Array,
  path: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const server = cupsServer();
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = (message: string): void => {
      clearTimeout(timer);
      call.destroy();
      reject(new IppError(isConnected ? "maybe" : "nothing", message));
    };
    const call = request(
      {
        ...server,
        path,
        method: "POST",
        agent: false,
        headers: {
          host: hostOf(server),
          "content-type": "application/ipp",
          "content-length": body.length,
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on("data", (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size > LARGEST_ANSWER) fail("The print system's answer is too large.");
        });
        answer.on("end", () => {
          clearTimeout(timer);
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) });
        });
        answer.on("error", () => fail("The print system's answer was interrupted."));
      },
    );
    const timer = setTimeout(
      () => fail("The print system of this computer (CUPS) does not answer."),
      timeoutMs,
    );
    call.on("socket", (socket) => socket.once("connect", () => (isConnected = true)));
    call.on("error", (error: NodeJS.ErrnoException) =>
      fail(
        `The print system of this computer (CUPS) cannot be reached (${error.code ?? error.message}).`,
      ),
    );
    call.end(body);
  });
}

/** Host header; CUPS only answers requests for its own names. */
function hostOf(server: CupsServer): string {
  if ("socketPath" in server) return "localhost";
  return `${isIP(server.host) === 6 ? `[${server.host}]` : server.host}:${server.port}`;
}
