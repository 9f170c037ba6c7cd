/** Command-line options for the API, shared by the desktop and the headless station. */
import { resolve } from "node:path";

/** Values from the command line; undefined leaves the value to the settings. */
export type ApiOptions = {
  /** The policy file of the company's IT; default: none. */
  readonly policyFile?: string;
  /** 0: any free port; null: the API is off. */
  readonly port?: number | null | undefined;
  readonly listen?: string | undefined;
  readonly securePort?: number | undefined;
  /**
   * Paths of two PEM files: a certificate with its signers, and the key of the certificate. This
   * certificate replaces the station's own certificate.
   */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined;
};

/**
 * An option is invalid or lacks its counterpart. The message is a sentence for the person who typed
 * the option.
 */
export class ApiOptionError extends Error {
  override readonly name = "ApiOptionError";
}

type Typed = Readonly<
  Record<"port" | "listen" | "securePort" | "certFile" | "keyFile", string | undefined>
>;

/**
 * Checks the API options of the command line and converts their values.
 *
 * @throws ApiOptionError when an option is invalid, or when only one of certificate and key is
 *   given.
 */
export function readApiOptions({ port, listen, securePort, certFile, keyFile }: Typed): ApiOptions {
  if (listen !== undefined && !/^[0-9a-zA-Z.:-]{1,253}$/.test(listen))
    throw new ApiOptionError(`--listen takes an address of this machine, not "${listen}".`);
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new ApiOptionError("A certificate needs its key: --tls-cert FILE --tls-key FILE.");
  return {
    ...(port === undefined ? {} : { port: portOf("port", port) }),
    ...(listen === undefined ? {} : { listen }),
    ...(securePort === undefined ? {} : { securePort: portOf("secure-port", securePort) }),
    ...(certFile === undefined || keyFile === undefined
      ? {}
      : { tls: { certFile: resolve(certFile), keyFile: resolve(keyFile) } }),
  };
}

function portOf(name: string, typed: string): number {
  if (!/^\d{1,5}$/.test(typed) || Number(typed) > 65_535)
    throw new ApiOptionError(`--${name} takes a number from 0 to 65535, not "${typed}".`);
  return Number(typed);
}
