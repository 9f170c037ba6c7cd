/** The reference of a top-up that the packer gave none for. It tells a person nothing, and is not shown. */

export function newReference(): string {
  return `desk ${crypto.randomUUID().slice(0, 13)}`;
}

export function isOwnReference(reference: string): boolean {
  return /^desk [\da-f]{8}-[\da-f]{4}$/.test(reference);
}
