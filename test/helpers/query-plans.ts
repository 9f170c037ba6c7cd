/**
 * Query plans of the statements that a store really runs, recorded while its functions are called.
 */
import type { Db, SqlRow } from "../../core/db/database.ts";
import { openDatabase } from "./open-database.ts";
import { defineReadFunctions } from "../../core/db/read-functions.ts";
import type { Read } from "../../core/db/reader-protocol.ts";
import type { Reader, RowsOfEach } from "../../core/db/reader.ts";

export type Planned = {
  readonly db: Db;
  /** Reader of the same file as `db`, recorded too. */
  readonly reader: Reader;
  /**
   * Records the plans of the statements that a function runs.
   *
   * @returns A line for each step of each statement that `run` runs.
   */
  plansOf(run: () => unknown): Promise<string[]>;
};

type Kept = { readonly text: string; readonly args: unknown[] };

/**
 * Opens a database that records its statements.
 *
 * @param path A new file, without statistics of ANALYZE.
 */
export function plannedDatabase(path = ":memory:"): Planned {
  const real = openDatabase(path, () => "00000000-0000-7000-8000-000000000001");
  let ran: Kept[] = [];
  const sql: Db["sql"] = <Row>(text: string) =>
    new Proxy(real.sql<Row>(text), {
      get(statement, name) {
        const value: unknown = Reflect.get(statement, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (name === "all" || name === "get" || name === "run") ran.push({ text, args });
          return value.apply(statement, args);
        };
      },
    });
  const all = <Row>(text: string, parameters: SqlRow): Promise<Row[]> =>
    Promise.resolve(sql<Row>(text).all(parameters));
  const several = async <Rows extends readonly unknown[]>(reads: {
    readonly [I in keyof Rows]: Read;
  }): Promise<RowsOfEach<Rows>> =>
    (await Promise.all(reads.map((read) => all(read.sql, read.parameters)))) as RowsOfEach<Rows>;
  const reader: Reader = {
    all,
    several,
    once: all,
    sessions: (run) => run((reads) => reads({ all })),
    until: () => reader,
    close: () => Promise.resolve(),
  };
  defineReadFunctions(real.raw, () => {});
  return {
    db: { ...real, sql },
    reader,
    async plansOf(run) {
      ran = [];
      await run();
      return ran.flatMap(({ text, args }) =>
        real.raw
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
          .all(...args)
          .map((step) => step.detail),
      );
    },
  };
}
