/**
 * API access of other programs. Programs on this machine use plain HTTP on loopback; programs on
 * other machines use TLS only, on a separate port. The company's policy overrides the command line,
 * and the command line overrides the settings of the desk.
 */
import type { FastifyInstance } from "fastify";
import type { ApiOptions } from "../base/api-options.ts";
import { inDataFolder } from "../base/disk.ts";
import { errors } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { definedFields } from "../base/objects.ts";
import type { Policy } from "../base/policy.ts";
import type { Actor } from "../http/actor.ts";
import type { StationDeps } from "./deps.ts";
import { listen, removeApiFile, writeApiFile } from "../http/listen.ts";
import { createHostNames, type HostNames } from "../http/host-names.ts";
import { apiChoiceSchema, type ApiAccess, type ApiChoice } from "./api-access.schema.ts";
import { createSecureAccess, isLoopback } from "./secure-access.ts";

/** Key of these settings in `station.json`. */
const SETTING = "api";
const DEFAULTS: ApiChoice = { enabled: true, port: 4747, listen: "", securePort: 4748 };

export type ApiAccessOfStation = {
  /** Host names under which this station accepts requests. */
  readonly names: HostNames;
  /**
   * Opens the API as the settings say.
   *
   * @returns "http://127.0.0.1:4747"; null when the API is off.
   * @throws PortTakenError, AddressError or ApiAccessError when the API cannot be opened.
   */
  open(app: FastifyInstance): Promise<string | null>;
  close(): Promise<void>;
  read(): ApiAccess;
  /**
   * Saves the settings for the next start.
   * @throws AppError E1055 when the actor is not at the desk; E2121 for a setting that the policy
   *   fixes; E2036 when the disk is full.
   */
  choose(actor: Actor, choice: ApiChoice): ApiAccess;
};

type ApiAccessParts = {
  readonly deps: Pick<StationDeps, "settings" | "secrets" | "log" | "now">;
  readonly folder: string;
  readonly options: ApiOptions;
  readonly policy: Policy["api"];
};

/**
 * Creates the station's API access, still closed.
 *
 * @param parts.folder Data folder, which holds the certificate and, while the API is open, a file
 *   with its address.
 */
export function createApiAccess({
  deps,
  folder,
  options,
  policy = {},
}: ApiAccessParts): ApiAccessOfStation {
  const [names, fixed] = [createHostNames(), definedFields(policy)];
  const commandLine = fromCommandLine(options);
  const saveAddress = (address: string): void =>
    inDataFolder(folder, () => writeApiFile(folder, `${address}/api/v1`));
  const saved = (): Partial<ApiChoice> =>
    apiChoiceSchema.safeParse(deps.settings.read(SETTING)).data ?? {};
  const started: ApiChoice = { ...DEFAULTS, ...saved(), ...commandLine, ...fixed };
  /** Settings of the next start, where saved settings replace this start's command line. */
  const chosen = (): ApiChoice => ({ ...DEFAULTS, ...commandLine, ...saved(), ...fixed });
  let url: string | null = null;
  const secure = createSecureAccess({ deps, folder, tls: options.tls, names, started });

  function read(): ApiAccess {
    const now = chosen();
    const setByPolicy = (["enabled", "port", "listen", "securePort"] as const).filter(
      (key) => policy[key] !== undefined,
    );
    return {
      chosen: now,
      setByPolicy,
      needsRestart: JSON.stringify(now) !== JSON.stringify(started),
      url: url === null ? null : `${url}/api/v1`,
      secureUrls: secure.urls(),
      certificate: secure.certificate(),
    };
  }

  return {
    names,
    async open(app) {
      if (!started.enabled) return null;
      url = await listen(app, started.port);
      if (!isLoopback(started.listen)) await secure.open(app);
      saveAddress(url);
      return url;
    },
    async close() {
      await secure.close();
      guarded(deps.log, "api.json could not be removed", () => removeApiFile(folder));
    },
    read,
    choose(actor, choice) {
      if (actor.via !== "desk")
        throw errors.notAuthorised("The API access of other programs can only be set at the desk.");
      for (const key of ["enabled", "port", "listen", "securePort"] as const) {
        if (policy[key] !== undefined && policy[key] !== choice[key]) throw errors.setByPolicy();
      }
      deps.settings.write(SETTING, choice);
      return read();
    },
  };
}

/** Converts the options of the command line to settings; omits options that were not given. */
function fromCommandLine({ port, listen: address, securePort }: ApiOptions): Partial<ApiChoice> {
  return {
    ...(port === undefined ? {} : port === null ? { enabled: false } : { enabled: true, port }),
    ...definedFields({ listen: address, securePort }),
  };
}
