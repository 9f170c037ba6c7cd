/** The command line's part of how other programs reach the station, for both stations. */
import { resolve } from "node:path";

/** What the command line sets; what is undefined is left to the settings. */
export type ApiOptions = {
  /** The policy file of the company's IT; default: none. */
  readonly policyFile?: string;
  /** 0: any free one; null: the API is off. */
  readonly port?: number | null | undefined;
  readonly listen?: string | undefined;
  readonly securePort?: number | undefined;
  /**
   * PEM files of a certificate, with those it was signed by, and its key; in place of the station's
   * own.
   */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined;
};

/** What was typed cannot be. The message is a sentence for the person who typed it. */
export class ApiOptionError extends Error {
  override readonly name = "ApiOptionError";
}

type Typed = Readonly<
  Record<"port" | "listen" | "securePort" | "certFile" | "keyFile", string | undefined>
>;

/** @throws ApiOptionError */
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
