/**
 * Answers machines that are not stations yet. A request is untrusted until its signature fits a
 * code.
 */
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { requireBounded, type JsonLimits } from "../../base/bounded-json.ts";
import { isDiskFault } from "../../base/disk.ts";
import { isSigned, sign } from "../enrol-proof.ts";
import {
  ENROL_VERSION,
  enrolRequestSchema,
  signedSchema,
  type EnrolAnswer,
  type EnrolRequest,
  type Refusal,
} from "../enrol.schema.ts";
import { enrolSubject, inboxOf } from "../hub-names.ts";
import type { Code } from "./station-registry.schema.ts";
import type { StationRegistry } from "./station-registry.ts";

/** Largest accepted request, bytes. */
const LARGEST_REQUEST = 64 * 1024;
const REQUEST: JsonLimits = { depth: 4, values: 50 };

export type EnrolmentsSetup = {
  readonly registry: StationRegistry;
  /** The hub's identity for a new station. */
  readonly hub: () => Pick<EnrolAnswer, "hubID" | "hubName" | "hubKey" | "servers">;
  /** Organization for which the hub waits after it lost its data; undefined: it does not wait. */
  readonly awaited: () => { readonly id: string; readonly name: string | null } | undefined;
  /** Makes the server accept the stations that `registry` has admitted. */
  readonly apply: () => Promise<void>;
  readonly report: (line: string) => void;
  readonly now: () => Date;
};

/**
 * Answers requests to enrol from now on.
 *
 * @param door Connection as the hub's user in the account of unknown machines.
 */
export function answerEnrolments(door: NatsConnection, setup: EnrolmentsSetup): void {
  door.subscribe(enrolSubject("*"), {
    callback: (error, message) => {
      if (error !== null) return;
      answer(message, setup)
        .catch((fault: unknown) => {
          setup.report(
            `A station could not be admitted: ${fault instanceof Error ? fault.message : String(fault)}`,
          );
          return JSON.stringify({
            refused: (isDiskFault(fault) ? "disk" : "failed") satisfies Refusal,
            hubTime: setup.now().toISOString(),
          });
        })
        .then((text) => message.respond(text))
        .catch(() => undefined); // The connection has ended, so the asker retries.
    },
  });
}

async function answer(
  message: Msg,
  { registry, hub, awaited, apply, report, now }: EnrolmentsSetup,
): Promise<string> {
  const refused = (why: Refusal): string =>
    JSON.stringify({ refused: why, hubTime: now().toISOString() });
  const code = registry.findCode(message.subject.slice(enrolSubject("").length));
  if (code === undefined) return refused("unknown");
  const read = readRequest(message, code);
  if (typeof read === "string") return refused(read);
  const waiting = awaited();
  if (waiting !== undefined && waiting.id !== read.organizationID) {
    report(
      `A station named "${read.name}" was refused: the hub has lost its data and waits for its own organization.`,
    );
    return JSON.stringify({
      refused: "awaiting" satisfies Refusal,
      organization: waiting.name,
      hubTime: now().toISOString(),
    });
  }
  const admission = registry.admit(read);
  if (admission.outcome === "refused") {
    report(
      `A station named "${read.name}" was refused because of its code or key; reason: ${admission.why}.`,
    );
    return refused(admission.why);
  }
  // This also runs for a station that was admitted before: the hub may have stopped between the
  // record and the reload.
  await apply();
  if (admission.isNew) report(`Station "${read.name}" (${read.stationID}) has joined.`);
  return JSON.stringify(
    sign("answer", code.secret, {
      v: ENROL_VERSION,
      nonce: read.nonce,
      ...hub(),
      inboxPrefix: inboxOf(read.stationID),
      leads: admission.leads,
      hubTime: now().toISOString(),
    } satisfies EnrolAnswer),
  );
}

/**
 * Reads a request to enrol.
 *
 * @returns The request or a refusal. A message that another secret signed is refused like an
 *   unknown code.
 */
function readRequest(message: Msg, code: Code): EnrolRequest | Refusal {
  const signed = signedSchema.safeParse(
    message.data.length > LARGEST_REQUEST ? undefined : jsonOf(message.string()),
  );
  if (!signed.success) return "unreadable";
  if (!isSigned("request", code.secret, signed.data)) return "unknown";
  const request = enrolRequestSchema.safeParse(jsonOf(signed.data.text));
  if (!request.success) return "unreadable";
  return request.data.codeID === code.id ? request.data : "unknown";
}

function jsonOf(text: string): unknown {
  try {
    requireBounded(text, REQUEST, "a request");
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
