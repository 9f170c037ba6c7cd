/** The log's shape. Callers give facts, never whole requests: no tokens, addresses or phones. */
import { writeSync } from "node:fs";
import { maskFields, maskValue } from "./mask.ts";
import { stdSerializers, stdTimeFunctions, type LoggerOptions } from "pino";

/**
 * An error is given as `err`, and nothing else is: under that name its type, message, stack and
 * cause are written.
 */
export type LogFields = { readonly error?: never; readonly [name: string]: unknown };

export type Log = {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** @param name As an option or the environment has it. @returns "info" for what is no level. */
export function logLevel(name: string | undefined): LogLevel {
  return LOG_LEVELS.find((level) => level === name) ?? "info";
}

/** Both get every line. */
export function bothLogs(one: Log, other: Log): Log {
  const both =
    (level: keyof Log) =>
    (fields: LogFields, message: string): void => {
      one[level](fields, message);
      other[level](fields, message);
    };
  return { info: both("info"), warn: both("warn"), error: both("error") };
}

/**
 * Standard error, of a station without a window. Its disk may be full, or its reader gone: a line
 * is dropped then, and the station goes on.
 */
export const standardError = {
  write(line: string): void {
    try {
      writeSync(2, line);
    } catch {
      // The log file has it too.
    }
  },
};

/** The options that every log of a station shares. One line of JSON each. */
export function createLogOptions(level: LogLevel, name = "packbench"): LoggerOptions {
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
