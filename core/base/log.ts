/** The log's shape. Callers give facts, never whole requests: no tokens, addresses or phones. */

export type LogFields = Readonly<Record<string, unknown>>;

export type Log = {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
