/** Faults between a station and a carrier, as the courier's server and the tests name them. */

/**
 * `none`: a normal answer. `cut before`: the request is dropped. `cut in`: half of the answer is
 * sent. `cut after`: the work is done and no answer is sent. `late`: the answer is delayed.
 * `twice`: the answer is sent twice. `garbage`: the answer is not JSON. `slow`: the answer is sent
 * in small parts. `refused`, `busy` and `throttled`: an answer with the status 422, 503 and 429.
 */
export type Fault =
  | "none"
  | "cut before"
  | "cut in"
  | "cut after"
  | "late"
  | "twice"
  | "garbage"
  | "refused"
  | "busy"
  | "throttled"
  | "slow";

export type OperationName = "quote" | "buy" | "find" | "cancel" | "label" | "track" | "invoice";
