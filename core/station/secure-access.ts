/**
 * TLS access for programs on other machines, with the certificate that the command line names, or
 * with the station's own certificate, which is renewed while the station runs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { ApiOptions } from "../base/api-options.ts";
import { isAppError } from "../base/errors.ts";
import { namesOfMachine } from "../base/own-certificates.ts";
import type { StationDeps } from "./deps.ts";
import type { HostNames } from "../http/host-names.ts";
import { listenSecurely, type Identity, type SecureListener } from "../http/secure-listener.ts";
import { SERVER_LIMITS } from "../http/server-limits.ts";
import type { ApiAccess, ApiChoice } from "./api-access.schema.ts";
import { AUTHORITY_FILE, ownCertificate, readCertificate } from "./certificates.ts";

const RENEW_EVERY_MS = 12 * 3_600_000;

/**
 * Settings that cannot be used: an unreadable certificate, or a certificate and key that do not
 * match.
 */
class ApiAccessError extends Error {
  override readonly name = "ApiAccessError";
}

type SecureAccessParts = {
  readonly deps: Pick<StationDeps, "secrets" | "log" | "now">;
  /** Data folder. */
  readonly folder: string;
  readonly tls: ApiOptions["tls"];
  /** Receives the names of the certificate. */
  readonly names: HostNames;
  readonly started: Pick<ApiChoice, "listen" | "securePort">;
};

export type SecureAccess = {
  /**
   * Starts listening. Logs an error and does not listen when the key of the stored secrets is lost;
   * programs on this machine are still served, and a person puts the key back in Settings.
   * @throws PortTakenError, AddressError, ApiAccessError
   */
  open(app: FastifyInstance): Promise<void>;
  close(): Promise<void> | undefined;
  /** Lists the TLS URLs; empty while the access does not listen. */
  urls(): string[];
  certificate(): ApiAccess["certificate"];
};

/** Creates the TLS access, which does not listen yet. */
export function createSecureAccess(parts: SecureAccessParts): SecureAccess {
  const { deps, tls, names, started } = parts;
  let secure: SecureListener | undefined;
  let certificate: ApiAccess["certificate"] = null;
  let timer: NodeJS.Timeout | undefined;

  async function obtain(): Promise<Identity> {
    const found = tls === undefined ? await ownIdentity(parts) : fileIdentity(tls);
    names.set(found.names);
    certificate = found.certificate;
    return found.identity;
  }

  async function openSecurely(app: FastifyInstance): Promise<void> {
    const identity = await obtain();
    try {
      secure = await listenSecurely(app, {
        host: started.listen,
        port: started.securePort,
        identity,
        limits: SERVER_LIMITS,
      });
    } catch (error) {
      throw asAccessError(error);
    }
    const renew = (): void =>
      void obtain()
        .then((renewed) => secure?.use(renewed))
        .catch((err: unknown) => deps.log.error({ err }, "the certificate could not be renewed"));
    timer = setInterval(renew, RENEW_EVERY_MS).unref();
  }

  return {
    async open(app) {
      try {
        await openSecurely(app);
      } catch (error) {
        if (!isAppError(error, "secretUnreadable")) throw error;
        deps.log.error(
          { err: error },
          "programs on other machines are not served: the key of the stored secrets is lost",
        );
      }
    },
    close() {
      clearInterval(timer);
      return secure?.close();
    },
    urls() {
      const { port } = secure ?? {};
      if (port === undefined) return [];
      return names
        .list()
        .filter((name) => !LOOPBACK.includes(name))
        .map((name) => `https://${name.includes(":") ? `[${name}]` : name}:${port}/api/v1`);
    },
    certificate: () => certificate,
  };
}

function asAccessError(error: unknown): unknown {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_OSSL")
    ? new ApiAccessError(
        `The certificate and the key do not fit each other, or are damaged (${error.message}).`,
      )
    : error;
}

async function ownIdentity({ deps, folder, started }: SecureAccessParts): Promise<Found> {
  const machine = namesOfMachine();
  const wanted =
    isEvery(started.listen) || machine.includes(started.listen)
      ? machine
      : [...machine, started.listen];
  const { identity, authority } = await ownCertificate(
    { folder, secrets: deps.secrets, now: new Date(deps.now()) },
    wanted,
  );
  const { validTo } = readCertificate(identity.cert);
  return {
    identity,
    names: wanted,
    certificate: {
      kind: "own",
      validTo,
      fingerprint: readCertificate(authority).fingerprint,
      authorityFile: join(folder, AUTHORITY_FILE),
    },
  };
}

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
/** Returns whether an address to listen on is reachable only from this computer; "" counts too. */
export const isLoopback = (address: string): boolean =>
  address === "" ||
  LOOPBACK.includes(address.toLowerCase()) ||
  /^127\.\d+\.\d+\.\d+$/.test(address);
const isEvery = (address: string): boolean => address === "0.0.0.0" || address === "::";

type Found = {
  readonly identity: Identity;
  readonly names: readonly string[];
  readonly certificate: NonNullable<ApiAccess["certificate"]>;
};

function fileIdentity({ certFile, keyFile }: NonNullable<ApiOptions["tls"]>): Found {
  try {
    const cert = readFileSync(certFile, "utf8");
    const { names, validTo, fingerprint } = readCertificate(cert);
    return {
      identity: { cert, key: readFileSync(keyFile, "utf8") },
      names,
      certificate: { kind: "file", validTo, fingerprint, authorityFile: "" },
    };
  } catch (error) {
    throw new ApiAccessError(
      `The certificate ${certFile} or its key ${keyFile} cannot be read (${error instanceof Error ? error.message : String(error)}). Both are PEM files.`,
    );
  }
}
