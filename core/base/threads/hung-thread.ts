/**
 * The cause of a lost thread that was ready and did not answer a call in its time. The same call
 * would most likely hang the next thread too.
 */
export class HungThreadError extends Error {
  override readonly name = "HungThreadError";
}
