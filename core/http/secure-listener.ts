/**
 * Listens beyond loopback: serves the same routes over TLS on a separate port, so that programs of
 * this machine are not affected.
 */
import { createServer, type Server } from "node:https";
import type { FastifyInstance } from "fastify";
import { answerBrokenRequest } from "./answer-failure.ts";
import { explainListenError } from "./listen.ts";

/** A certificate with its signers, and the certificate's key, as PEM. */
export type Identity = { readonly cert: string; readonly key: string };

export type SecureListener = {
  /** The port on which the server listens. */
  readonly port: number;
  /** Uses a renewed certificate for new connections. */
  use(identity: Identity): void;
  close(): Promise<void>;
};

/** Time within which a new connection must complete its TLS handshake. */
const HANDSHAKE_WITHIN_MS = 10_000;

type Limits = {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
};

/**
 * Opens a TLS port.
 *
 * @param host An address of this machine; "0.0.0.0" or "::" for all addresses.
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
  await explainListenError(
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
  if (address === null || typeof address === "string")
    throw new Error("the server listens on no port");
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
