/** The options of the command line. Chromium's own switches are ignored here. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ApiOptionError, readApiOptions, type ApiOptions } from "../core/base/api-options.ts";
import type { SelfCheck } from "./self-check/self-check.ts";
import type { Became } from "../core/db/machine.schema.ts";

export type Options = {
  /** Data folder, absolute or relative to the working directory. */
  readonly data: string | undefined;
  /** How other programs reach the station, where that is not left to the settings. */
  readonly api: ApiOptions;
  /** In place of the company's policy file, where there is none. */
  readonly policy: string | undefined;
  /** Whole path of a file with the key of the stored secrets, where that is lost. */
  readonly recoveryKeyFile: string | undefined;
  /** Opens with sample data, in test mode. */
  readonly demo: boolean;
  /** Brings the printer simulator along, as the sample desk's printer. */
  readonly simulator: boolean;
  /** Where to put a picture of the window once it is usable. */
  readonly screenshot: string | undefined;
  /** What a data folder of another computer is. */
  readonly became: Became | undefined;
  /**
   * Runs without a person: a failed start ends the process at once instead of waiting in a window.
   */
  readonly unattended: boolean;
  /**
   * A window that fills the screen and is not closed by who sits at it; undefined: as the policy
   * says, else not.
   */
  readonly kiosk: boolean | undefined;
  /** Does a desk's work once in a scratch folder, reports, and ends. */
  readonly selfCheck: SelfCheck | undefined;
};

/** What was typed cannot be. The message is a sentence for the one who typed it. */
class OptionError extends Error {
  override readonly name = "OptionError";
}

/**
 * @param args Without the program and the application's path.
 * @throws OptionError for a port that is none, and for an option without its value.
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
  // Of the options only --json and --report count beside it: the check is of the program, in a
  // folder and at a port of its own.
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

/** What an option takes that is no file. */
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
 * For the program's start, when there is no window yet and nothing to log into. Ends with 2 when
 * something was typed wrong.
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
