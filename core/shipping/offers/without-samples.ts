/** Decides whether carriers with sample prices quote. Pure. */

/**
 * Leaves out samples when there are real prices, unless the organization is in test mode.
 *
 * @param isSample Returns whether a carrier's prices are samples.
 */
export function withoutSamples<Carrier>(
  all: readonly Carrier[],
  isSample: (carrier: Carrier) => boolean,
  isInTestMode: () => boolean,
): readonly Carrier[] {
  const real = all.filter((carrier) => !isSample(carrier));
  return real.length === 0 || real.length === all.length || isInTestMode() ? all : real;
}
