/** Of many cases of one fact: those that every run tries. */

/**
 * @param nth Every nth case is tried by `npm test`; each of them by `npm test -- all`, and where a
 *   test file is run by hand.
 */
export function someOf<T>(cases: readonly T[], nth: number): readonly T[] {
  return process.env["PACKBENCH_CASES"] === "some" ? cases.filter((_, i) => i % nth === 0) : cases;
}
