/** Prices that simulated carriers charge, as of a corporate agreement without zones. */

const UP_TO_3_DESI = 117.9;
const EACH_FURTHER = 13.3;

/**
 * Returns the price of a parcel without taxes, "131.20".
 *
 * @param desi Announced desi, "3.000"; other texts count as 1.
 */
export function priceOf(desi: string): string {
  const further = Math.max(0, Math.ceil(Number(desi) || 1) - 3);
  return (UP_TO_3_DESI + further * EACH_FURTHER).toFixed(2);
}
