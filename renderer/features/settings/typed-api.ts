/** Checks the typed settings of access to the API, and makes the body that saves them. Pure. */
import type { ApiAccess, ApiChoice } from "../../../core/station/api-access.schema.ts";

/** Default ports, shown in empty fields. */
export const USUAL_PORT = "4747";
export const USUAL_SECURE_PORT = "4748";

export type TypedApi = Omit<ApiAccess["chosen"], "port" | "securePort"> & {
  readonly port: string;
  readonly securePort: string;
};

type CheckedApi = {
  /** null while a port is wrong. */
  readonly body: ApiChoice | null;
  /** Why each port is wrong, with keys under `computer`; null for a valid port. */
  readonly wrong: {
    readonly port: "portWrong" | null;
    readonly securePort: "portWrong" | "portsEqual" | null;
  };
};

/**
 * Checks the typed settings. The TLS port counts only if other computers have access; without such
 * access its field is hidden, and invalid text in the field is ignored in favour of the saved port.
 *
 * @param savedSecurePort 0: none is saved.
 */
export function checkApi(typed: TypedApi, savedSecurePort: number): CheckedApi {
  const port = typed.port.trim() || USUAL_PORT;
  const securePort = typed.securePort.trim() || USUAL_SECURE_PORT;
  const wrong: CheckedApi["wrong"] = {
    port: isPort(port) ? null : "portWrong",
    securePort:
      typed.listen === ""
        ? null
        : !isPort(securePort)
          ? "portWrong"
          : port === securePort
            ? "portsEqual"
            : null,
  };
  if (wrong.port !== null || wrong.securePort !== null) return { body: null, wrong };
  const saved = savedSecurePort || USUAL_SECURE_PORT;
  const secure = Number(isPort(securePort) ? securePort : saved);
  return { body: { ...typed, port: Number(port), securePort: secure }, wrong };
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}
