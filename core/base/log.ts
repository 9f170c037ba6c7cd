/**
 * The type of a log, and the options of a station's log. Callers log facts, never whole requests:
 * no tokens, addresses or phones.
 */
import { writeSync } from "node:fs";
import { maskFields, maskValue } from "./mask.ts";
import { stdSerializers, stdTimeFunctions, type LoggerOptions } from "pino";

/**
 * An error is logged in the field `err`, never in `error`; its type, message, stack and cause are
 * written.
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

/**
 * Finds the log level with a name.
 *
 * @param name Name from an option or the environment.
 * @returns "info" for an unknown name.
 */
export function logLevel(name: string | undefined): LogLevel {
  return LOG_LEVELS.find((level) => level === name) ?? "info";
}

/** Makes a log that writes every line to both logs. */
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
 * The standard error stream of a headless station. When its disk is full or its reader is gone, the
 * line is dropped and the station continues.
 */
export const standardError = {
  write(line: string): void {
    try {
      writeSync(2, line);
    } catch {
      // The line is in the log file too.
    }
  },
};

/** Makes the options of a station's log, which writes one line of JSON for each entry. */
export function createLogOptions(level: LogLevel, name = "packbench"): LoggerOptions {
  return {
    name,
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    // Also masks what a library attaches to its errors, mostly requests with their headers.
    serializers: { err: (error: Error) => maskValue(plain(stdSerializers.errWithCause(error))) },
    formatters: { log: (fields) => maskFields(fields) },
  };
}

/** Converts pino's form of an error and its causes to plain objects. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || !("stack" in value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
