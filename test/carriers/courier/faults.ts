/** What can go wrong between a station and a carrier, as both the server and the tests name it. */

/**
 * `none`: it answers as it should. `cut before`: nothing arrived. `cut in`: half of the answer
 * came. `cut after`: it was done, and no answer came.
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
