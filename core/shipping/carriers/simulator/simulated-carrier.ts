/** Port of a simulated carrier: what one kind adds to the frame of the simulator. */
import type { IncomingHttpHeaders } from "node:http";
import type { SimulatedParcels } from "./parcels.ts";

/**
 * Faults of the next call. `slow`: the answer is delayed. `cut before`: the request is dropped. `cut
 * in`: half the answer is sent. `cut after`: the work is done and no answer is sent. `throttled`:
 * status 429. `broken`: status 500. `garbage`, `html`: another text with status 200. `failed row`:
 * the whole call succeeds and its row fails. `wrong password`: the login is refused.
 */
export const FAULTS = [
  "slow",
  "cut before",
  "cut in",
  "cut after",
  "throttled",
  "broken",
  "garbage",
  "html",
  "failed row",
  "wrong password",
] as const;
export type Fault = (typeof FAULTS)[number];

export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Reply = { readonly status: number; readonly type: string; readonly body: string };

export type SimulatedCarrier = {
  /** Name of the kind of connection. */
  readonly kind: string;
  readonly name: string;
  /** Paths of the services by the connection's field that takes the address: "/service". */
  readonly paths: Readonly<Record<"url", string>> & Readonly<Record<string, string>>;
  /** Names of the operations. */
  readonly operations: readonly string[];
  readonly parcels: SimulatedParcels;
  /** Finds the operation that a request asks for; "" for any other request. */
  operationOf(request: ReceivedRequest): string;
  /** Answers a request strictly. `fault`: a fault of the carrier's own answer. */
  answer(request: ReceivedRequest, fault: Fault | undefined): Promise<Reply>;
  /** Forgets the times of earlier queries, so that the next query is not too soon. */
  forgetQueries(): void;
  /** Sets the time until the branch of an order is found, ms; absent: the carrier needs none. */
  setBranchMs?(ms: number): void;
};

/** A received call, for the page. */
type ReceivedCall = {
  readonly at: string;
  readonly operation: string;
  readonly fault: Fault | null;
  readonly status: number | null;
};

/** State that the service and the control interface share. */
export type SimulatorState = {
  readonly carrier: SimulatedCarrier;
  /** Faults of the next calls, by the name of the operation. */
  readonly faults: Map<string, (Fault | "none")[]>;
  /** Fault of each call for which `faults` has no fault. */
  lasting: Fault | null;
  /** Newest first. */
  readonly calls: ReceivedCall[];
};
