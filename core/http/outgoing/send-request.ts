/** Sends one request to another company's server. Never throws: each failure is a result too. */
import { sentence } from "../../base/sentences.ts";
import { BY_CODE, CALL_SENTENCES } from "./call-sentences.ts";
import { BlockedTargetError, filteredLookup } from "./check-address.ts";
import type { CheckedTarget } from "./carrier-targets.ts";
import { decodeBody } from "./decode-body.ts";
import type { OutgoingAnswer, OutgoingRequest } from "./outgoing.ts";

const MOST_REQUEST_BYTES = 2 * 1_024 * 1_024;
const MOST_ANSWER_BYTES = 8 * 1_024 * 1_024;
const CONNECT_TIMEOUT_MS = 10_000;

/** Loaded with the first call, since the start does not need it. */
let undici: Promise<typeof import("undici")> | undefined;

class LargeAnswerError extends Error {
  override readonly name = "LargeAnswerError";
}

/**
 * Sends the request over a new connection, because a reused connection would go to the address that
 * the host's name had before.
 */
export async function sendRequest(
  target: CheckedTarget,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  if ("fault" in target)
    return { result: "unsent", cause: sentence(CALL_SENTENCES.blocked, { cause: target.fault }) };
  if (Buffer.byteLength(request.body ?? "") > MOST_REQUEST_BYTES)
    return { result: "unsent", cause: CALL_SENTENCES.largeRequest };
  undici ??= import("undici");
  const { Agent, buildConnector, fetch } = await undici;
  const connect = buildConnector({
    lookup: filteredLookup(target.rules),
    timeout: Math.min(CONNECT_TIMEOUT_MS, request.timeoutMs),
  });
  // Nothing of a request leaves the machine before its connection is open, with TLS and its checks.
  let isConnected = false;
  const agent = new Agent({
    connect: (options, callback) =>
      connect(options, (...made) => {
        isConnected ||= made[0] === null;
        callback(...made);
      }),
  });
  try {
    const response = await fetch(target.url, {
      method: request.method,
      headers: { "user-agent": "Packbench", ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(request.timeoutMs), signal]),
      dispatcher: agent,
    });
    const bytes = await readWhole(response.body);
    const headers = Object.fromEntries(response.headers);
    return {
      result: "answered",
      status: response.status,
      headers,
      body: decodeBody(bytes, headers),
      bytes,
    };
  } catch (error) {
    const cause = causeText(error, request.timeoutMs);
    return isConnected ? { result: "unknown", cause } : { result: "unsent", cause };
  } finally {
    await agent.destroy();
  }
}

/** Reads a whole answer, whose compressed form may be much smaller. @throws LargeAnswerError */
async function readWhole(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.byteLength;
    if (length > MOST_ANSWER_BYTES) throw new LargeAnswerError(CALL_SENTENCES.largeAnswer);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function causeText(error: unknown, timeoutMs: number): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return CALL_SENTENCES.unreached;
  if (cause instanceof BlockedTargetError)
    return sentence(CALL_SENTENCES.blocked, { cause: cause.message });
  if (cause instanceof LargeAnswerError) return cause.message;
  if (cause.name === "TimeoutError")
    return sentence(CALL_SENTENCES.timeout, { seconds: Math.round(timeoutMs / 100) / 10 });
  if (cause.name === "AbortError") return CALL_SENTENCES.stopped;
  const code = "code" in cause && cause.code !== undefined ? String(cause.code) : cause.message;
  return sentence(CALL_SENTENCES[BY_CODE.get(code) ?? "failed"], { code });
}
