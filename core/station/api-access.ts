/**
 * How other programs reach this station. Programs of this machine: plain HTTP on loopback. Those of
 * other machines: by TLS alone, on a port of their own. The company's policy comes first, then the
 * command line, then what was set at the desk.
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

/** In `station.json`. */
const SETTING = "api";
const DEFAULTS: ApiChoice = { enabled: true, port: 4747, listen: "", securePort: 4748 };

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
  readonly deps: Pick<StationDeps, "settings" | "secrets" | "log" | "now">;
  readonly folder: string;
  readonly options: ApiOptions;
  readonly policy: Policy["api"];
};

/**
 * @param parts.folder The data folder: has the certificate and, while the API is open, its address.
 */
export function createApiAccess({ deps, folder, options, policy = {} }: Parts): ApiAccessOfStation {
  const [names, fixed] = [createHostNames(), definedFields(policy)];
  const note = (address: string): void =>
    inDataFolder(folder, () => writeApiFile(folder, `${address}/api/v1`));
  const saved = (): Partial<ApiChoice> =>
    apiChoiceSchema.safeParse(deps.settings.read(SETTING)).data ?? {};
  const started: ApiChoice = { ...DEFAULTS, ...saved(), ...asked(options), ...fixed };
  /** What is saved is shown also where this start's command line has named something else. */
  const chosen = (): ApiChoice => ({
    ...DEFAULTS,
    ...asked(options),
    ...saved(),
    ...fixed,
  });
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
      note(url);
      return url;
    },
    async close() {
      await secure.close();
      guarded(deps.log, "api.json could not be removed", () => removeApiFile(folder));
    },
    read,
    choose(actor, choice) {
      if (actor.via !== "desk")
        throw errors.notAuthorised("How other programs reach the station is set at the desk.");
      for (const key of ["enabled", "port", "listen", "securePort"] as const) {
        if (policy[key] !== undefined && policy[key] !== choice[key]) throw errors.setByPolicy();
      }
      deps.settings.write(SETTING, choice);
      return read();
    },
  };
}

/** The command line's part of the choice. */
function asked({ port, listen: address, securePort }: ApiOptions): Partial<ApiChoice> {
  return {
    ...(port === undefined ? {} : port === null ? { enabled: false } : { enabled: true, port }),
    ...definedFields({ listen: address, securePort }),
  };
}
