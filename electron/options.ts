/** Options of the command line. Chromium's own switches are ignored here. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ApiOptionError, readApiOptions, type ApiOptions } from "../core/base/api-options.ts";
import type { SelfCheck } from "./self-check/self-check.ts";
import type { Became } from "../core/db/machine.schema.ts";

export type Options = {
  /** Data folder, absolute or relative to the working directory. */
  readonly data: string | undefined;
  /** API access as the command line sets it; absent options are taken from the settings. */
  readonly api: ApiOptions;
  /** Path of a policy file, used when the company's policy file does not exist. */
  readonly policy: string | undefined;
  /** Full path of a file with the recovery key of the stored secrets. */
  readonly recoveryKeyFile: string | undefined;
  /** Gives up stored secrets whose key is lost. */
  readonly givesUpSecrets: boolean;
  /** Opens with sample data, in test mode. */
  readonly demo: boolean;
  /** Starts the printer simulator as the printer of the sample station. */
  readonly simulator: boolean;
  /** Path at which to save a picture of the window once it is usable. */
  readonly screenshot: string | undefined;
  /**
   * State of the computer from which the data folder comes: replaced by this one, or still in use.
   */
  readonly became: Became | undefined;
  /**
   * Runs without a person: a failed start ends the process at once instead of waiting in a window.
   */
  readonly unattended: boolean;
  /**
   * Whether the window fills the screen and cannot be closed by its user; undefined counts as
   * false. The policy takes precedence over this option.
   */
  readonly kiosk: boolean | undefined;
  /** Does a station's work once in a scratch folder, reports, and ends. */
  readonly selfCheck: SelfCheck | undefined;
};

/** Thrown for a wrong option. The message is a sentence for the person who typed it. */
class OptionError extends Error {
  override readonly name = "OptionError";
}

/**
 * Parses the command line.
 *
 * @param args Arguments without the program and the application's path.
 * @throws OptionError for an option without its value; ApiOptionError for an invalid option of the
 *   API.
 */
function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      data: { type: "string" },
      port: { type: "string" },
      listen: { type: "string" },
      "secure-port": { type: "string" },
      "tls-cert": { type: "string" },
      "tls-key": { type: "string" },
      policy: { type: "string" },
      "recovery-key-file": { type: "string" },
      "give-up-secrets": { type: "boolean" },
      demo: { type: "boolean" },
      simulator: { type: "boolean" },
      screenshot: { type: "string" },
      unattended: { type: "boolean" },
      kiosk: { type: "boolean" },
      "no-kiosk": { type: "boolean" },
      "self-check": { type: "boolean" },
      json: { type: "boolean" },
      report: { type: "string" },
      "self-check-folder": { type: "string" },
      moved: { type: "boolean" },
      copied: { type: "boolean" },
    },
  });
  // With --self-check, all other options except --json, --report and --self-check-folder are
  // ignored: the check tests the program, in its own folder and at its own port.
  if (values["self-check"] === true) {
    const folder = text("self-check-folder", values["self-check-folder"]);
    return checkOptions({
      json: values.json === true,
      report: text("report", values.report),
      folder,
    });
  }
  return {
    data: text("data", values.data),
    api: readApiOptions({
      port: text("port", values.port),
      listen: text("listen", values.listen),
      securePort: text("secure-port", values["secure-port"]),
      certFile: text("tls-cert", values["tls-cert"]),
      keyFile: text("tls-key", values["tls-key"]),
    }),
    policy: text("policy", values.policy),
    recoveryKeyFile: whole(text("recovery-key-file", values["recovery-key-file"])),
    givesUpSecrets: values["give-up-secrets"] === true,
    demo: values.demo === true,
    simulator: values.simulator === true,
    screenshot: text("screenshot", values.screenshot),
    became: values.copied === true ? "copied" : values.moved === true ? "moved" : undefined,
    unattended: values.unattended === true,
    kiosk: values["no-kiosk"] === true ? false : values.kiosk === true ? true : undefined,
    selfCheck: undefined,
  };
}

function checkOptions(selfCheck: SelfCheck): Options {
  return {
    data: selfCheck.folder,
    api: { port: 0 },
    policy: undefined,
    recoveryKeyFile: undefined,
    givesUpSecrets: false,
    demo: true,
    simulator: true,
    screenshot: undefined,
    became: undefined,
    unattended: true,
    kiosk: false,
    selfCheck,
  };
}

const whole = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : resolve(path);

/** Word for an option's value in the error text; an option that is not listed gets "FILE". */
const KINDS: Readonly<Record<string, string>> = {
  data: "FOLDER",
  port: "NUMBER",
  "secure-port": "NUMBER",
  listen: "ADDRESS",
};

function text(name: string, value: string | boolean | undefined): string | undefined {
  if (value === true || value === "")
    throw new OptionError(`--${name} needs a value: --${name} ${KINDS[name] ?? "FILE"}.`);
  return typeof value === "string" ? value : undefined;
}

/**
 * Reads the options at the program's start, when there is neither a window nor a log yet. Ends the
 * process with code 2 for a wrong option.
 */
export function readOptionsOrLeave(args: readonly string[]): Options {
  try {
    return readOptions(args);
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof ApiOptionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}
