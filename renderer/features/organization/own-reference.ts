/**
 * Generated reference of a top-up for which the packer types no reference. It means nothing to a
 * person and is not shown.
 */

/** Returns a reference such as "desk 01234567-89ab", a new one at each call. */
export function newReference(): string {
  return `desk ${crypto.randomUUID().slice(0, 13)}`;
}

/** Returns whether newReference() created the reference. */
export function isOwnReference(reference: string): boolean {
  return /^desk [\da-f]{8}-[\da-f]{4}$/.test(reference);
}
