/** Selects the cases of a parameterized test that every run tries. */

/**
 * Selects the cases of this run.
 *
 * @param nth `npm test` tries every nth case; `npm test -- all`, and a test file run by hand, tries
 *   each case.
 */
export function someOf<T>(cases: readonly T[], nth: number): readonly T[] {
  return process.env["PACKBENCH_CASES"] === "some" ? cases.filter((_, i) => i % nth === 0) : cases;
}
