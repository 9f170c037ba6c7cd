/**
 * The generated reference of a top-up without one of the packer's own. It means nothing to a person
 * and is not shown.
 */

/** Returns a reference as "desk 01234567-89ab", a new one at each call. */
export function newReference(): string {
  return `desk ${crypto.randomUUID().slice(0, 13)}`;
}

/** Whether a reference was made by newReference(). */
export function isOwnReference(reference: string): boolean {
  return /^desk [\da-f]{8}-[\da-f]{4}$/.test(reference);
}
