/**
 * Requests of a station to its hub: admitting, listing and revoking stations, leaving, and renaming
 * the asking station. Each request is signed with the station's credential key: JetStream delivers
 * stored messages to any subject, so a subject alone does not prove who asks.
 */
import { randomBytes } from "node:crypto";
import { fromPublic, fromSeed } from "@nats-io/nkeys";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { errors } from "../base/errors.ts";
import { parseBounded, type TextLimits } from "../base/bounded-json.ts";
import { parseJson } from "../base/json.ts";
import {
  controlAnswerSchema,
  controlRequestSchema,
  type ControlRequest,
  type ControlResult,
} from "./hub-control.schema.ts";

/** Subject of requests, in the organization's account. */
export const STATION_REQUESTS = "hub.request";

const PURPOSE = "packbench control\n";
const ANSWER_MS = 10_000;

const requestSchema = z.object({
  stationID: z.string(),
  /** ISO 8601, by the station's clock. */
  at: z.iso.datetime(),
  /** Marks a request, so that the hub executes it only once if it arrives twice. */
  nonce: z.string().min(16).max(64),
  request: controlRequestSchema,
});
export type StationRequest = Readonly<z.infer<typeof requestSchema>>;

const REQUEST: TextLimits = { bytes: 64 * 1024, depth: 4, values: 50 };
const signedSchema = z.object({ text: z.string().max(10_000), signature: z.string().max(200) });

/**
 * Signs a request to the hub.
 *
 * @param seed Seed of the station's credential.
 */
export function signRequest(request: StationRequest, seed: string): string {
  const text = JSON.stringify(request);
  const signature = fromSeed(new TextEncoder().encode(seed)).sign(signedBytes(text));
  return JSON.stringify({ text, signature: Buffer.from(signature).toString("base64") });
}

/**
 * Reads a request and checks its signature.
 *
 * @param userKeyOf Finds the public key of a station whose credential is valid.
 * @returns Undefined when the message is not a request of such a station.
 */
export function readRequest(
  message: string,
  userKeyOf: (stationID: string) => string | undefined,
): StationRequest | undefined {
  try {
    const { text, signature } = parseBounded(message, signedSchema, "a station's request", REQUEST);
    const request = parseBounded(text, requestSchema, "a station's request", REQUEST);
    const key = userKeyOf(request.stationID);
    return key !== undefined &&
      fromPublic(key).verify(signedBytes(text), Buffer.from(signature, "base64"))
      ? request
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sends a request as this station.
 *
 * @param station.seed Seed of the station's credential.
 * @throws AppError E2140 when the hub refuses the request or fails; E2112 when the hub does not
 *   answer.
 */
export async function askHub(
  nc: NatsConnection,
  station: { readonly id: string; readonly seed: string },
  request: ControlRequest,
): Promise<ControlResult> {
  const signed = signRequest(
    {
      stationID: station.id,
      at: new Date().toISOString(),
      nonce: randomBytes(16).toString("hex"),
      request,
    },
    station.seed,
  );
  let text: string;
  try {
    text = (await nc.request(STATION_REQUESTS, signed, { timeout: ANSWER_MS })).string();
  } catch {
    throw errors.hubNotReached(
      "The hub's server is there, but the hub itself does not answer. Check on its computer that it runs, then try again.",
      { reason: "no-hub" },
    );
  }
  const answer = parseJson(text, controlAnswerSchema, "the hub's answer");
  if ("error" in answer) throw errors.mayNotManageStations(answer.error);
  return answer;
}

function signedBytes(text: string): Uint8Array {
  return new TextEncoder().encode(PURPOSE + text);
}
