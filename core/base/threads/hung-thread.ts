/**
 * The error of a thread that was ready but did not answer a call in time. The same call would
 * probably hang the next thread too.
 */
export class HungThreadError extends Error {
  override readonly name = "HungThreadError";
}
