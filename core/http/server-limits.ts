/**
 * How long a program may take: one that stops sending in the middle gives its connection up. The
 * same on every door.
 */
export const SERVER_LIMITS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
