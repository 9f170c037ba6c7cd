/**
 * Time limits for requests, in ms, equal on every listener: a program that stops sending loses its
 * connection.
 */
export const SERVER_LIMITS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
