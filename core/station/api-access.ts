/**
 * How other programs reach this station. Programs of this machine: plain HTTP on loopback. Those of
 * other machines: by TLS alone, on a port of their own. The company's policy comes first, then the
 * command line, then what was set at the desk.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { ApiOptions } from "../base/api-options.ts";
import { inDataFolder } from "../base/disk.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { namesOfMachine } from "../base/own-certificates.ts";
import type { Policy } from "../base/policy.ts";
import type { Actor, Deps } from "../deps.ts";
import { listen, removeApiFile, writeApiFile } from "../http/listen.ts";
import { listenSecurely, type Identity, type SecureListener } from "../http/secure-listener.ts";
import { createHostNames, type HostNames } from "../http/host-names.ts";
import { SERVER_LIMITS } from "../http/server-limits.ts";
import { apiChoiceSchema, type ApiAccess, type ApiChoice } from "./api-access.schema.ts";
import { AUTHORITY_FILE, ownCertificate, readCertificate } from "./certificates.ts";

/** In `station.json`. */
const SETTING = "api";
const DEFAULTS: ApiChoice = { enabled: true, port: 4747, listen: "", securePort: 4748 };
const RENEW_EVERY_MS = 12 * 3_600_000;

/** What was set cannot be used: a certificate that cannot be read, an address that is none. */
class ApiAccessError extends Error {
  override readonly name = "ApiAccessError";
}

export type ApiAccessOfStation = {
  /** By which requests come in. */
  readonly names: HostNames;
  /**
   * @returns "http://127.0.0.1:4747"; null when the API is off.
   * @throws PortTakenError, AddressError, ApiAccessError
   */
  open(app: FastifyInstance): Promise<string | null>;
  close(): Promise<void>;
  read(): ApiAccess;
  /**
   * From the next start on.
   * @throws AppError E1055 unless at the desk, E2121 for what the policy sets, E2036
   */
  choose(actor: Actor, choice: ApiChoice): ApiAccess;
};

type Parts = {
  readonly deps: Pick<Deps, "settings" | "secrets" | "log" | "now">;
  readonly folder: string;
  readonly options: ApiOptions;
  readonly policy: Policy["api"];
};

/**
 * @param parts.folder The data folder: has the certificate and, while the API is open, its address.
 */
export function createApiAccess({ deps, folder, options, policy = {} }: Parts): ApiAccessOfStation {
  const names = createHostNames();
  const note = (address: string): void =>
    inDataFolder(folder, () => writeApiFile(folder, `${address}/api/v1`));
  const saved = (): Partial<ApiChoice> =>
    apiChoiceSchema.safeParse(deps.settings.read(SETTING)).data ?? {};
  const started: ApiChoice = { ...DEFAULTS, ...saved(), ...asked(options), ...defined(policy) };
  /** What is saved is shown also where this start's command line has named something else. */
  const chosen = (): ApiChoice => ({
    ...DEFAULTS,
    ...asked(options),
    ...saved(),
    ...defined(policy),
  });
  let url: string | null = null;
  let secure: SecureListener | undefined;
  let certificate: ApiAccess["certificate"] = null;
  let timer: NodeJS.Timeout | undefined;

  async function obtain(): Promise<Identity> {
    const found = options.tls === undefined ? await ownIdentity() : fileIdentity(options.tls);
    names.set(found.names);
    certificate = found.certificate;
    return found.identity;
  }

  async function ownIdentity(): Promise<Found> {
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
      if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_OSSL"))
        throw new ApiAccessError(
          `The certificate and the key do not fit each other, or are damaged (${error.message}).`,
        );
      throw error;
    }
    const renew = (): void =>
      void obtain()
        .then((renewed) => secure?.use(renewed))
        .catch((err: unknown) => deps.log.error({ err }, "the certificate could not be renewed"));
    timer = setInterval(renew, RENEW_EVERY_MS).unref();
  }

  /**
   * Without the key of the station's authority there is no certificate. Programs of this machine
   * are served, and the key is put back in Settings.
   */
  async function openUnlessLost(app: FastifyInstance): Promise<void> {
    try {
      await openSecurely(app);
    } catch (error) {
      if (!isAppError(error) || error.code !== "E2050") throw error;
      deps.log.error(
        { err: error },
        "programs of other machines are not served: the key of the station's certificate is lost",
      );
    }
  }

  function read(): ApiAccess {
    const now = chosen();
    const secureUrls =
      secure === undefined
        ? []
        : names
            .list()
            .filter((name) => !LOOPBACK.includes(name))
            .map(
              (name) => `https://${name.includes(":") ? `[${name}]` : name}:${secure?.port}/api/v1`,
            );
    const setByPolicy = (["enabled", "port", "listen", "securePort"] as const).filter(
      (key) => policy[key] !== undefined,
    );
    return {
      chosen: now,
      setByPolicy,
      needsRestart: JSON.stringify(now) !== JSON.stringify(started),
      url: url === null ? null : `${url}/api/v1`,
      secureUrls,
      certificate,
    };
  }

  return {
    names,
    async open(app) {
      if (!started.enabled) return null;
      url = await listen(app, started.port);
      if (!isLoopback(started.listen)) await openUnlessLost(app);
      note(url);
      return url;
    },
    async close() {
      clearInterval(timer);
      await secure?.close();
      guarded(deps.log, "api.json could not be removed", () => removeApiFile(folder));
    },
    read,
    choose(actor, choice) {
      if (actor.via !== "desk")
        throw new AppError("E1055", "How other programs reach the station is set at the desk.");
      for (const key of ["enabled", "port", "listen", "securePort"] as const) {
        if (policy[key] !== undefined && policy[key] !== choice[key]) throw new AppError("E2121");
      }
      deps.settings.write(SETTING, choice);
      return read();
    },
  };
}

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
const isLoopback = (address: string): boolean =>
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

/** The command line's part of the choice. */
function asked({ port, listen: address, securePort }: ApiOptions): Partial<ApiChoice> {
  return {
    ...(port === undefined ? {} : port === null ? { enabled: false } : { enabled: true, port }),
    ...defined({ listen: address, securePort }),
  };
}

/** Without what is undefined, which would hide what is set elsewhere. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
