/**
 * Sends one signed request to a receiver and returns the result. Never throws: a receiver's failure
 * is a result too.
 */
import { isIP } from "node:net";
import {
  addressFault,
  BlockedTargetError,
  filteredLookup,
  hostOf,
  isNear,
} from "../../http/outgoing/check-address.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { checkWebhookUrl, rulesFor } from "./check-target.ts";
import { openSecret, signatureOf } from "./signing.ts";
import type { ReceiverAnswer } from "./webhooks.schema.ts";
import type { WebhookRow } from "./webhooks.store.ts";

export const RECEIVER_TIMEOUT_MS = 10_000;
const READ_AT_MOST = 2_000;
const NOT_REACHED =
  "The receiver could not be reached. It is on this station's machine or network, so other organizations get no more detail; look at the receiver.";

/**
 * Calls a receiver.
 *
 * @param event.payload The shipment at the time of the event, JSON.
 * @param signal Ends the call early, when the station stops.
 */
export async function callReceiver(
  deps: FulfilmentDeps,
  webhook: WebhookRow,
  event: { id: string; payload: string },
  signal?: AbortSignal,
): Promise<ReceiverAnswer> {
  const beganMs = performance.now();
  const ended = (
    answer: Pick<ReceiverAnswer, "statusCode" | "error"> & { responseBody?: string },
  ): ReceiverAnswer => ({
    delivered: answer.error === "",
    responseBody: "",
    ...answer,
    durationMs: Math.round(performance.now() - beganMs),
  });
  const met: string[] = [];
  // Programs on this machine and its network, and their answers, must stay hidden from other
  // organizations.
  const isSilent = (): boolean =>
    webhook.organizationID !== deps.desk.organizationID() && met.some(isNear);
  try {
    const { status, body } = await post(
      deps,
      webhook,
      event,
      (address) => void met.push(address),
      AbortSignal.any([
        AbortSignal.timeout(RECEIVER_TIMEOUT_MS),
        ...(signal === undefined ? [] : [signal]),
      ]),
    );
    const isTaken = status >= 200 && status < 300;
    return ended({
      statusCode: status,
      error: isTaken ? "" : `The receiver answered ${status}.`,
      responseBody: isSilent() ? "" : body,
    });
  } catch (error) {
    return ended({ statusCode: null, error: isSilent() ? NOT_REACHED : faultText(error) });
  }
}

function bodyOf(webhook: Pick<WebhookRow, "type" | "format">, payload: string): string {
  if (webhook.format === "shipment") return payload;
  return `{"event":"${webhook.type}","type":"${webhook.type}","metadata":"","data":${payload}}`;
}

async function post(
  deps: Pick<FulfilmentDeps, "db" | "now" | "settings" | "secrets" | "origin">,
  webhook: WebhookRow,
  event: { id: string; payload: string },
  met: (address: string) => void,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const url = checkWebhookUrl(deps, webhook.url);
  const rules = rulesFor(deps, url);
  const host = hostOf(url);
  // undici does not call `lookup` for a literal address.
  const fault = isIP(host) === 0 ? undefined : addressFault(host, rules);
  if (fault !== undefined) throw new BlockedTargetError(fault);
  if (isIP(host) !== 0) met(host);
  const body = bodyOf(webhook, event.payload);
  const timestamp = String(Math.floor(Date.parse(deps.now()) / 1_000));
  // undici is loaded with the first call, since the start does not need it.
  const { Agent, fetch } = await import("undici");
  const signature = signatureOf(
    openSecret(deps, webhook, "signing_secret", webhook.signingSecret),
    timestamp,
    body,
  );
  // A new connection each time: a reused connection would go to the address that the host's name
  // had before.
  const agent = new Agent({
    connect: { lookup: filteredLookup(rules, met), timeout: RECEIVER_TIMEOUT_MS },
  });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Packbench",
        ...(webhook.headerName === ""
          ? {}
          : { [webhook.headerName]: headerValueOf(deps, webhook) }),
        "X-Event-ID": event.id,
        "X-Timestamp": timestamp,
        "X-Signature": signature,
      },
      body,
      redirect: "manual",
      signal,
      dispatcher: agent,
    });
    return { status: response.status, body: await readStart(response.body) };
  } finally {
    await agent.destroy();
  }
}

function headerValueOf(deps: Pick<FulfilmentDeps, "db" | "secrets">, webhook: WebhookRow): string {
  return webhook.sealedHeader === null
    ? ""
    : openSecret(deps, webhook, "sealed_header", webhook.sealedHeader);
}

/**
 * Reads the start of a receiver's answer body. Only the status decides whether the call succeeded;
 * a body that breaks off is not a failure.
 */
async function readStart(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      length += part.byteLength;
      if (length >= READ_AT_MOST) break;
    }
  } catch {
    // The status is known already, and only the status decides.
  }
  return Buffer.concat(parts).toString("utf8").slice(0, READ_AT_MOST);
}

function faultText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof BlockedTargetError)
    return `The receiver may not be called: ${cause.message}`;
  if (!(cause instanceof Error)) return "The receiver could not be reached.";
  if (cause.name === "AppError") return cause.message;
  if (
    cause.name === "TimeoutError" ||
    ("code" in cause && cause.code === "UND_ERR_CONNECT_TIMEOUT")
  )
    return `The receiver did not answer within ${RECEIVER_TIMEOUT_MS / 1_000} seconds.`;
  return `The receiver could not be reached (${"code" in cause && cause.code !== undefined ? String(cause.code) : cause.message}).`;
}
