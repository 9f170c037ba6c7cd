/**
 * Listening off loopback: the same routes by TLS, on a port of their own, so that programs of this
 * machine go on as before.
 */
import { createServer, type Server } from "node:https";
import type { FastifyInstance } from "fastify";
import { answerBrokenRequest } from "./answer-failure.ts";
import { orSayWhy } from "./listen.ts";

/** A certificate, its key and the certificates it was signed by, PEM. */
export type Identity = { readonly cert: string; readonly key: string };

export type SecureListener = {
  /** The port that it listens on. */
  readonly port: number;
  /** A renewed certificate, for connections from now on. */
  use(identity: Identity): void;
  close(): Promise<void>;
};

/** A program that opens a connection and says nothing gives it up after this long. */
const HANDSHAKE_WITHIN_MS = 10_000;

type Limits = {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
};

/**
 * @param host An address of this machine, or all of them by "0.0.0.0" or "::".
 * @throws PortTakenError, AddressError
 */
export async function listenSecurely(
  app: FastifyInstance,
  {
    host,
    port,
    identity,
    limits,
  }: {
    readonly host: string;
    readonly port: number;
    readonly identity: Identity;
    readonly limits: Limits;
  },
): Promise<SecureListener> {
  const server: Server = createServer(
    {
      ...identity,
      ...limits,
      minVersion: "TLSv1.2",
      handshakeTimeout: HANDSHAKE_WITHIN_MS,
      keepAliveTimeout: app.server.keepAliveTimeout,
      requireHostHeader: false,
    },
    app.routing,
  );
  server.on("clientError", answerBrokenRequest);
  await orSayWhy(
    host,
    port,
    () =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ host, port }, () => {
          server.off("error", reject);
          resolve();
        });
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on no port");
  return {
    port: address.port,
    use: (renewed) => server.setSecureContext({ ...renewed, minVersion: "TLSv1.2" }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
