/**
 * Joins a hub: finds the hub by its code, verifies its identity, and requests a credential.
 *
 * The station makes its key pair itself, and never sends the pair's seed. The code's secret proves
 * the right to join, and is not sent either.
 */
import { randomBytes } from "node:crypto";
import { createUser, fromSeed } from "@nats-io/nkeys";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { AppError, errors } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { asHubError } from "./connect-hub.ts";
import { findAuthority, type FoundHub } from "./enrol-find-hub.ts";
import { sign, isSigned } from "./enrol-proof.ts";
import {
  ENROL_VERSION,
  enrolAnswerSchema,
  refusalSchema,
  signedSchema,
  type EnrolAnswer,
  type EnrolRequest,
  type Refusal,
} from "./enrol.schema.ts";
import { awaitsAnother } from "./join/claim-organization.ts";
import { compareVersions, ENROL_INBOX, enrolSubject, OLDEST_SERVER } from "./hub-names.ts";
import type { JoinCode } from "./join-code.ts";

export type NewStation = {
  readonly stationID: string;
  readonly name: string;
  /**
   * Seed of an earlier attempt whose answer was lost: equal keys get the same answer. Absent: a new
   * seed is made.
   */
  readonly userKeySeed?: string;
  readonly boxPublicKey: string;
  /** Organization of the desk; null: the desk has none yet. */
  readonly organizationID?: string | null;
};

/** Result that the station stores. `userKeySeed` is its credential. */
export type Enrolled = Omit<EnrolAnswer, "v" | "nonce" | "hubTime"> & {
  readonly userKeySeed: string;
  /** PEM. */
  readonly authority: string;
  /** How far this station's clock is ahead of the hub's, ms. */
  readonly skewMs: number;
};

const ANSWER_MS = 15_000;
const LARGEST_SKEW_MS = 5 * 60_000;

const REFUSED: Record<
  Exclude<Refusal, "awaiting">,
  ["E2112" | "E2114" | "E2117" | "E2159", string]
> = {
  unknown: [
    "E2114",
    "The hub does not know this join code. Make a new one on the hub, with `add`.",
  ],
  used: [
    "E2114",
    "This join code was used already, by as many stations as it was made for. Make a new one on the hub, with `add`.",
  ],
  ended: ["E2114", "This join code has ended. Make a new one on the hub, with `add`."],
  taken: [
    "E2117",
    "The hub knows this station with another key. Make a code for this station on the hub (`add --station`), and join with that code; or first revoke this station there if its key was lost.",
  ],
  another: [
    "E2114",
    "This join code was made for another station. Make one for this station on the hub, with `add`.",
  ],
  revoked: [
    "E2117",
    "The hub has revoked this station. Join with a new key and with a code that was made after the revocation.",
  ],
  unreadable: [
    "E2117",
    "The hub could not read the request. Update Packbench here and on the hub to the same version. A hub of a trial version is no longer supported: set up another one.",
  ],
  disk: [
    "E2159",
    "The disk of the hub's computer is full, read-only or failing, so the hub cannot let this station in. Free some space there, then try again with the same code.",
  ],
  failed: [
    "E2112",
    "The hub could not let this station in. Its report states why. Try again with the same code.",
  ],
};

/**
 * Makes the seed of a new nkey, "SU…". The caller must store the seed before it calls `enrol`, so
 * that the request can be repeated if the answer is lost.
 */
export function newUserKeySeed(): string {
  return new TextDecoder().decode(createUser().getSeed());
}

/**
 * Enrols this machine at the hub of a join code.
 *
 * @throws AppError E2112 when no address of the code answers or the hub has an internal fault,
 *   E2113 when another machine answers, E2114 for a code that is used, ended, unknown or made for
 *   another station, E2115 for a hub that is too old, E2116 for clocks more than five minutes
 *   apart, E2117 when the hub rejects this station, E2150 when the hub waits for another
 *   organization, E2159 when the hub's disk rejects a write.
 */
export async function enrol(code: JoinCode, me: NewStation): Promise<Enrolled> {
  const found = await findAuthority(code);
  const seed = me.userKeySeed ?? newUserKeySeed();
  const request: EnrolRequest = {
    v: ENROL_VERSION,
    codeID: code.id,
    stationID: me.stationID,
    name: me.name,
    userKey: fromSeed(new TextEncoder().encode(seed)).getPublicKey(),
    boxPublicKey: me.boxPublicKey,
    organizationID: me.organizationID ?? null,
    nonce: randomBytes(16).toString("hex"),
  };
  const connection = await connectUnknown(found);
  try {
    const { v: _v, nonce: _nonce, hubTime, ...answer } = await ask(connection, code, request);
    return {
      ...answer,
      servers: [...new Set([found.server, ...answer.servers])],
      userKeySeed: seed,
      authority: found.authority,
      skewMs: skewOf(hubTime),
    };
  } finally {
    await connection.close();
  }
}

/** Connects as a machine without a credential, which may only request one. */
async function connectUnknown({ server, authority }: FoundHub): Promise<NatsConnection> {
  const tls = {
    ca: authority,
    handshakeFirst: true,
    minVersion: "TLSv1.3",
    checkServerIdentity: () => undefined,
  };
  let connection: NatsConnection;
  try {
    connection = await connect({
      servers: server,
      tls,
      reconnect: false,
      inboxPrefix: ENROL_INBOX,
      timeout: ANSWER_MS,
      name: "a machine that joins",
    });
  } catch (error) {
    throw asHubError(error, [server]);
  }
  const version = connection.info?.version ?? "";
  if (compareVersions(version, OLDEST_SERVER) >= 0) return connection;
  await connection.close();
  throw errors.hubServerTooOld(
    `The hub runs nats-server ${version}. Stations need ${OLDEST_SERVER} or newer: update it on the hub's machine.`,
  );
}

async function ask(
  connection: NatsConnection,
  code: JoinCode,
  request: EnrolRequest,
): Promise<EnrolAnswer> {
  let text: string;
  try {
    const message = await connection.request(
      enrolSubject(code.id),
      JSON.stringify(sign("request", code.secret, request)),
      { timeout: ANSWER_MS },
    );
    text = message.string();
  } catch {
    throw errors.hubNotReached(
      "The hub's server is there, but nothing answers enrolments. Check that the hub itself runs, then try again.",
      { reason: "no-hub" },
    );
  }
  const refusal = refusalSchema.safeParse(JSON.parse(text));
  if (refusal.success) {
    skewOf(refusal.data.hubTime);
    if (refusal.data.refused === "awaiting") throw awaitsAnother(refusal.data.organization);
    throw new AppError(...REFUSED[refusal.data.refused], { reason: refusal.data.refused });
  }
  const signed = parseJson(text, signedSchema, "the hub's answer");
  if (!isSigned("answer", code.secret, signed))
    throw errors.hubIsAnotherMachine(
      "The answer does not come from the hub that made this code. Make a new code on the hub.",
    );
  const answer = parseJson(signed.text, enrolAnswerSchema, "the hub's answer");
  if (answer.nonce !== request.nonce)
    throw errors.hubIsAnotherMachine("The answer is to another request. Try again.");
  return answer;
}

/**
 * Measures how far this station's clock is ahead of the hub's, ms.
 *
 * @throws AppError E2116 when the clocks are more than five minutes apart: stations order changes
 *   by time, so the changes of a fast clock would win over all others.
 */
function skewOf(hubTime: string): number {
  const skewMs = Date.now() - Date.parse(hubTime);
  if (Math.abs(skewMs) <= LARGEST_SKEW_MS) return skewMs;
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  throw errors.clocksApart(
    `This computer's clock is ${minutes} minutes ${skewMs > 0 ? "ahead of" : "behind"} the hub's. Set the clocks of both machines, then try again.`,
    { reason: skewMs > 0 ? "ahead" : "behind", minutes, skewMs },
  );
}
