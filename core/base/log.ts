/** The log's shape. Callers give facts, never whole requests: no tokens, addresses or phones. */
import { maskFields, maskValue } from "./mask.ts";
import { stdSerializers, stdTimeFunctions, type LoggerOptions } from "pino";

/** An error is given as `err`, and nothing else is: under that name its type, message, stack and cause are written. */
export type LogFields = { readonly error?: never; readonly [name: string]: unknown };

export type Log = {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The options that every log of a station shares. One line of JSON each. */
export function createLogOptions(level: "info" | "warn", name = "packbench"): LoggerOptions {
  return {
    name,
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    // What a library hangs on its errors is masked too: requests with their headers, mostly.
    serializers: { err: (error: Error) => maskValue(plain(stdSerializers.errWithCause(error))) },
    formatters: { log: (fields) => maskFields(fields) },
  };
}

/** pino's own form of an error and its causes, as plain objects. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || !("stack" in value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
