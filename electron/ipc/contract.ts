/**
 * Every message between the screen and the main process, with its shapes. Nothing else may cross.
 *
 * Whatever HTTP can do goes through `api:request`; a channel of its own is only for what HTTP
 * cannot do.
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

/** Whole file, base64: an order file is small, and IPC carries no streams. */
const chosenFile = z.object({ name: z.string(), base64: z.base64() });

/**
 * The answer of a request for a file: its failure as `api:request` answers it, or the name that the
 * file was saved by; null when the person chose none.
 */
const savedFile = apiResponse.extend({ savedAs: z.string().nullable() });

const appInfo = z.object({
  version: z.string(),
  /** Version of the runtime the window runs in. */
  electron: z.string(),
  /** True on the fallback runtime, for tests, which is never shipped. The screen shows a banner. */
  fallbackRuntime: z.boolean(),
  /** Address of the API for other programs, or null when none is served. */
  apiUrl: z.string().nullable(),
  /** True when the station was opened with sample data, where nothing is really bought. */
  testMode: z.boolean(),
  /**
   * Address of the page of the printer simulator that runs beside sample data, or null when none
   * does.
   */
  simulatorUrl: z.string().nullable(),
});

const coreFact = z.object({
  seq: z.number().int(),
  topic: z.string(),
  subjectID: z.string(),
  at: z.string(),
});

/**
 * `restarting`: requests fail for a moment. `stopped`: it died too often, or could not start: the
 * person starts it again.
 */
const coreState = z.object({ state: z.enum(["running", "restarting", "stopped"]) });

/** Screen asks, main answers. */
export const invokeContract = {
  "api:request": { input: apiRequest, output: apiResponse },
  /**
   * While the core opens: how far an earlier version's database has been brought up to date; null
   * when there is nothing of that.
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
   * Asks the API for a file, and the person where to keep it; it is shown when it is there. Fails
   * with E2062 when it cannot be written.
   */
  "window:saveFile": { input: apiRequest, output: savedFile },
  /**
   * Asks the person for a folder, and has the database copied into it; null when none was chosen.
   * How far it is, `GET /station/backup` says.
   */
  "window:backUp": { input: z.strictObject({}), output: apiResponse.nullable() },
  /** The whole path of a folder that the person chooses: for backups. null when none was chosen. */
  "window:chooseFolder": { input: z.strictObject({}), output: z.string().nullable() },
  /**
   * Asks the person for a file, and has everything of the organization written into it; null when
   * none was chosen. Fails with E2062.
   */
  "window:exportAll": {
    input: z.strictObject({ format: z.enum(["jsonl", "csv"]) }),
    output: apiResponse.extend({ savedAs: z.string() }).nullable(),
  },
  /**
   * Before the page opens a dialog that is the system's own, to print or to choose a file. Fails
   * with E2104 on a shared desk: such dialogs lead to its files and programs.
   */
  "window:beforeDialog": { input: z.strictObject({}), output: z.null() },
  "window:setLanguage": {
    input: z.strictObject({ language: z.enum(["en", "tr"]) }),
    output: z.null(),
  },
  /**
   * What the window does when it is closed, and whether it opens at sign-in; sets what is named.
   * Fails with E2121 for what the policy sets, E2122 when the system does not take it.
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
   * Opens a window of its own with sample data and a simulated printer, or brings it to the front.
   * Fails with E2079.
   */
  "window:openPractice": { input: z.strictObject({}), output: z.null() },
  /** Starts a core that stopped for good once more; its state follows as `core:state`. */
  "window:restartCore": { input: z.strictObject({}), output: z.null() },
  /**
   * How far an update is; `act` first does what a person asks for: `install` waits while something
   * is under way, `installAnyway` does not.
   */
  "window:updates": {
    input: z.strictObject({
      act: z.enum(["check", "install", "installAnyway", "putOff"]).optional(),
    }),
    output: updateViewSchema,
  },
  /** Whether an order is open at the desk, each time that changes: no update begins then. */
  "window:atWork": { input: z.strictObject({ isAtWork: z.boolean() }), output: z.null() },
  "app:info": { input: z.strictObject({}), output: appInfo },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** Events from the main process to the screen. */
export const eventContract = {
  "core:event": coreFact,
  "core:state": coreState,
  "window:update": updateViewSchema,
  /**
   * A link to an order was opened, or was refused. The screen shows the order, and does nothing
   * else with it.
   */
  "window:link": z.object({
    kind: z.enum(["order", "shipment", "refused"]),
    value: z.string().max(100),
  }),
  /** Chosen in the application's menu; the screen does it. */
  "window:command": z.object({ command: z.enum(["import", "palette", "keys", "help", "updates"]) }),
} as const satisfies Record<string, z.ZodType>;

export type InvokeChannel = keyof typeof invokeContract;
export type Input<C extends InvokeChannel> = z.input<(typeof invokeContract)[C]["input"]>;
export type Output<C extends InvokeChannel> = z.output<(typeof invokeContract)[C]["output"]>;

export type EventChannel = keyof typeof eventContract;
export type Event<C extends EventChannel> = z.output<(typeof eventContract)[C]>;

/** A failure as the screen gets it; `code` is from the table in core/base/errors.ts. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
};

/** What `invoke` resolves to. It never rejects for an expected failure. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure };

/** The whole surface the screen sees, as `window.desk`. */
export type DesktopBridge = {
  invoke<C extends InvokeChannel>(channel: C, input: Input<C>): Promise<Answer<Output<C>>>;
  /** @returns A function that stops listening. */
  on<C extends EventChannel>(channel: C, listener: (event: Event<C>) => void): () => void;
};
