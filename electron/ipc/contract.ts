/**
 * Every message between the screen and the main process, with its schema. No other message passes.
 *
 * HTTP requests go through `api:request`; other channels are only for what HTTP cannot do.
 */
import { z } from "zod";
import { updateViewSchema } from "../updates/update-state.schema.ts";

const apiRequest = z.strictObject({
  method: z.enum(["GET", "POST", "PATCH", "PUT", "DELETE"]),
  path: z.string().startsWith("/"),
  body: z.unknown().optional(),
});

const apiResponse = z.object({ status: z.number().int(), body: z.unknown() });

const fileFilter = z.strictObject({
  name: z.string(),
  extensions: z.array(z.string().regex(/^[a-z0-9*]+$/i)),
});

/** A whole file in base64, because an order file is small and IPC has no streams. */
const chosenFile = z.object({ name: z.string(), base64: z.base64() });

/**
 * Answer to a request for a file: the answer of `api:request`, and the name of the saved file. The
 * name is null when the request failed or the person chose no place.
 */
const savedFile = apiResponse.extend({ savedAs: z.string().nullable() });

const appInfo = z.object({
  version: z.string(),
  /** Version of the runtime the window runs in. */
  electron: z.string(),
  /**
   * Whether the window runs in the fallback runtime, which is for tests and never shipped. The
   * screen shows a banner.
   */
  fallbackRuntime: z.boolean(),
  /** Address of the API for other programs, or null when none is served. */
  apiUrl: z.string().nullable(),
  /** Whether the station was opened with sample data, so that nothing is really bought. */
  testMode: z.boolean(),
  /** Address of the page of the running printer simulator, or null when none runs. */
  simulatorUrl: z.string().nullable(),
});

const coreFact = z.object({
  seq: z.number().int(),
  topic: z.string(),
  subjectID: z.string(),
  at: z.string(),
});

/**
 * `restarting`: requests fail for a moment. `stopped`: the core died too often or could not start
 * again; the person can start it.
 */
const coreState = z.object({ state: z.enum(["running", "restarting", "stopped"]) });

/**
 * Requests from the screen, answered by the main process. A request that opens a dialog, a program
 * or a window fails with E2104 on a shared station.
 */
export const invokeContract = {
  "api:request": { input: apiRequest, output: apiResponse },
  /**
   * Progress of upgrading an earlier version's database while the core opens; null when none is
   * upgraded.
   */
  "window:opening": {
    input: z.strictObject({}),
    output: z.object({ step: z.number().int(), of: z.number().int() }).nullable(),
  },
  "window:chooseFile": {
    input: z.strictObject({ filters: z.array(fileFilter).optional() }),
    output: chosenFile.nullable(),
  },
  /**
   * Requests a file from the API, saves it where the person chooses, and opens it. Fails with E2062
   * when the file cannot be written.
   */
  "window:saveFile": { input: apiRequest, output: savedFile },
  /**
   * Copies the database into a folder that the person chooses; null when none was chosen. `GET
   * /station/backup` returns the progress.
   */
  "window:backUp": { input: z.strictObject({}), output: apiResponse.nullable() },
  /** Full path of a folder that the person chooses for backups; null when none was chosen. */
  "window:chooseFolder": { input: z.strictObject({}), output: z.string().nullable() },
  /**
   * Exports all data of the organization into a file that the person chooses; null when none was
   * chosen. The answer has the code E2062 when the file cannot be written.
   */
  "window:exportAll": {
    input: z.strictObject({ format: z.enum(["jsonl", "csv"]) }),
    output: apiResponse.extend({ savedAs: z.string() }).nullable(),
  },
  /**
   * Called before the page itself opens a system dialog to print or to choose a file. Fails on a
   * shared station, because such dialogs give access to files and programs.
   */
  "window:beforeDialog": { input: z.strictObject({}), output: z.null() },
  "window:setLanguage": {
    input: z.strictObject({ language: z.enum(["en", "tr"]) }),
    output: z.null(),
  },
  /**
   * Reads what closing the window does and whether Packbench opens at sign-in; changes the given
   * settings. Fails with E2121 for a setting fixed by policy, with E2122 when the system refuses.
   */
  "window:desktop": {
    input: z.strictObject({
      onClose: z.enum(["keep", "quit"]).optional(),
      autostart: z.boolean().optional(),
    }),
    output: z.object({
      onClose: z.enum(["keep", "quit"]),
      hasTray: z.boolean(),
      autostart: z.boolean(),
      autostartByPolicy: z.boolean(),
      isKiosk: z.boolean(),
    }),
  },
  /** Shows the simulator's page in the system's browser. Fails with E2049. */
  "window:openSimulator": { input: z.strictObject({}), output: z.null() },
  /**
   * Opens another window with sample data and a simulated printer, or brings it to the front. Fails
   * with E2079.
   */
  "window:openPractice": { input: z.strictObject({}), output: z.null() },
  /** Starts a stopped core; its state follows as `core:state`. */
  "window:restartCore": { input: z.strictObject({}), output: z.null() },
  /**
   * State of updates, after the action `act`: `install` waits while work is in progress,
   * `installAnyway` does not.
   */
  "window:updates": {
    input: z.strictObject({
      act: z.enum(["check", "install", "installAnyway", "putOff"]).optional(),
    }),
    output: updateViewSchema,
  },
  /**
   * Reports at each change whether an order is open at the station. While one is open, an update
   * waits unless the person chose `installAnyway`.
   */
  "window:atWork": { input: z.strictObject({ isAtWork: z.boolean() }), output: z.null() },
  "app:info": { input: z.strictObject({}), output: appInfo },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** Events from the main process to the screen. */
export const eventContract = {
  "core:event": coreFact,
  "core:state": coreState,
  "window:update": updateViewSchema,
  /**
   * A link to an order was opened, or was refused. The screen shows the order and does nothing else
   * with it.
   */
  "window:link": z.object({
    kind: z.enum(["order", "shipment", "refused"]),
    value: z.string().max(100),
  }),
  /** A command from the application's menu, run by the screen. */
  "window:command": z.object({
    command: z.enum(["newOrder", "import", "palette", "keys", "help", "updates"]),
  }),
} as const satisfies Record<string, z.ZodType>;

export type InvokeChannel = keyof typeof invokeContract;
export type Input<C extends InvokeChannel> = z.input<(typeof invokeContract)[C]["input"]>;
export type Output<C extends InvokeChannel> = z.output<(typeof invokeContract)[C]["output"]>;

export type EventChannel = keyof typeof eventContract;
export type Event<C extends EventChannel> = z.output<(typeof eventContract)[C]>;

/** A failure as the screen receives it; `code` is from the table in core/base/errors.ts. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
};

/** Result of `invoke`. A failure of the handler is returned and does not reject. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure };

/** Everything the screen can use, as `window.bridge`. */
export type DesktopBridge = {
  invoke<C extends InvokeChannel>(channel: C, input: Input<C>): Promise<Answer<Output<C>>>;
  /** Listens to the events of a channel. @returns Function that stops listening. */
  on<C extends EventChannel>(channel: C, listener: (event: Event<C>) => void): () => void;
};
