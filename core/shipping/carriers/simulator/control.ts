/** Control interface of the simulator, and its page. */
import { z } from "zod";
import { pageLanguageOf } from "../../../base/page-language.ts";
import { STEPS } from "./parcels.ts";
import {
  FAULTS,
  type ReceivedRequest,
  type Reply,
  type SimulatorState,
} from "./simulated-carrier.ts";
import { simulatorPage } from "./page.ts";

const LOOPBACK = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/;
const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Faults of the next calls of an operation, or a lasting fault of all calls; null ends it. */
const faultsSchema = z.union([
  z.strictObject({
    operation: z.string().max(80),
    faults: z.array(z.enum(["none", ...FAULTS])).max(1_000),
  }),
  z.strictObject({ lasting: z.enum(FAULTS).nullable() }),
]);
const moveSchema = z.strictObject({
  code: z.string().max(80),
  step: z.enum(STEPS),
  at: z.iso.datetime().optional(),
});

const branchSchema = z.strictObject({ ms: z.int().min(0).max(3_600_000) });

type Answer = Reply & { readonly headers: Readonly<Record<string, string>> };

/** Answers a request of the page or of a test; undefined when the request is for the service. */
export function answerControl(state: SimulatorState, request: ReceivedRequest): Answer | undefined {
  const { path, method } = request;
  if (path !== "/" && path !== "/state" && !path.startsWith("/control/")) return undefined;
  // Rejects other host names, so that a foreign web page cannot reach this server through a name
  // that resolves to loopback (DNS rebinding).
  if (!LOOPBACK.test(String(request.headers.host))) return json(403, { message: "not served" });
  if (path === "/")
    return answer(
      200,
      "text/html; charset=utf-8",
      simulatorPage(state.carrier, pageLanguageOf(request.headers["accept-language"])),
    );
  if (path === "/state") return json(200, stateOf(state));
  if (method !== "POST" || !/^application\/json\b/.test(String(request.headers["content-type"])))
    return json(415, { message: "POST with application/json" });
  const isDone = change(state, path.slice("/control/".length), jsonOf(request.body));
  return isDone ? json(200, stateOf(state)) : json(400, { message: "this cannot be done" });
}

function change(state: SimulatorState, what: string, body: unknown): boolean {
  const { parcels } = state.carrier;
  if (what === "faults") {
    const { data } = faultsSchema.safeParse(body);
    if (data === undefined) return false;
    if ("lasting" in data) state.lasting = data.lasting;
    else state.faults.set(data.operation, [...data.faults]);
    return true;
  }
  if (what === "move") {
    const { data } = moveSchema.safeParse(body);
    return data !== undefined && parcels.move(data.code, data.step, data.at);
  }
  if (what === "branch") {
    const { data } = branchSchema.safeParse(body);
    if (data === undefined || state.carrier.setBranchMs === undefined) return false;
    state.carrier.setBranchMs(data.ms);
    return true;
  }
  if (what === "day") parcels.playDay();
  else if (what === "forget-queries") state.carrier.forgetQueries();
  else return false;
  return true;
}

function stateOf({ carrier, faults, lasting, calls }: SimulatorState): unknown {
  return {
    kind: carrier.kind,
    operations: carrier.operations,
    lasting,
    faults: Object.fromEntries(faults),
    parcels: carrier.parcels.list(),
    calls,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}

function json(status: number, value: unknown): Answer {
  return answer(status, "application/json; charset=utf-8", JSON.stringify(value));
}

function answer(status: number, type: string, body: string): Answer {
  return { status, type, body, headers: HEADERS };
}
