/** What may be said on the command line. Chromium's own switches pass by unread. */
import { parseArgs } from "node:util";

export type Options = {
  /** Data folder, absolute or relative to the working directory. */
  readonly data: string | undefined;
  /** Port of the API for other programs; 0 takes any free one. */
  readonly port: number;
  /** Opens with sample data, in test mode. */
  readonly demo: boolean;
  /** Where to put a picture of the window once it is usable. */
  readonly screenshot: string | undefined;
  /** Nobody is looking: a bad start ends at once instead of waiting in a window. */
  readonly unattended: boolean;
};

export const DEFAULT_PORT = 4747;

/**
 * @param args Without the program and the application's path.
 * @throws TypeError for a port that is none.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      data: { type: "string" },
      port: { type: "string" },
      demo: { type: "boolean" },
      screenshot: { type: "string" },
      unattended: { type: "boolean" },
    },
  });
  return {
    data: text(values.data),
    port: values.port === undefined ? DEFAULT_PORT : readPort(values.port),
    demo: values.demo === true,
    screenshot: text(values.screenshot),
    unattended: values.unattended === true,
  };
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function readPort(value: string | boolean): number {
  const port = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new TypeError(`--port takes a number from 0 to 65535, not ${String(value)}`);
  return port;
}
