/** Faults between a station and a carrier, as the courier's server and the tests name them. */

/**
 * `none`: a normal answer. `cut before`: the request is dropped. `cut in`: half of the answer is
 * sent. `cut after`: the work is done and no answer is sent.
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
