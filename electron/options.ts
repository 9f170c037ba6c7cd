/** The options of the command line. Chromium's own switches are ignored here. */
import { parseArgs } from "node:util";

export type Options = {
  /** Data folder, absolute or relative to the working directory. */
  readonly data: string | undefined;
  /** Port of the API for other programs; 0 takes any free one. */
  readonly port: number;
  /** Opens with sample data, in test mode. */
  readonly demo: boolean;
  /** Brings the printer simulator along, as the sample desk's printer. */
  readonly simulator: boolean;
  /** Where to put a picture of the window once it is usable. */
  readonly screenshot: string | undefined;
  /** Runs without a person: a failed start ends the process at once instead of waiting in a window. */
  readonly unattended: boolean;
};

const DEFAULT_PORT = 4747;

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
      demo: { type: "boolean" },
      simulator: { type: "boolean" },
      screenshot: { type: "string" },
      unattended: { type: "boolean" },
    },
  });
  return {
    data: text("data", values.data),
    port: values.port === undefined ? DEFAULT_PORT : readPort(values.port),
    demo: values.demo === true,
    simulator: values.simulator === true,
    screenshot: text("screenshot", values.screenshot),
    unattended: values.unattended === true,
  };
}

function text(name: string, value: string | boolean | undefined): string | undefined {
  if (value === true || value === "") throw new OptionError(`--${name} needs a value: --${name} ${name === "data" ? "FOLDER" : "FILE"}.`);
  return typeof value === "string" ? value : undefined;
}

function readPort(value: string | boolean): number {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new OptionError(`--port takes a number from 0 to 65535${value === true ? "" : `, not "${String(value)}"`}.`);
  return port;
}

/** For the program's start, when there is no window yet and nothing to log into. Ends with 2 when something was typed wrong. */
export function readOptionsOrLeave(args: readonly string[]): Options {
  try {
    return readOptions(args);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}
