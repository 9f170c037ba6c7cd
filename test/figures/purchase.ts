/**
 * Finds the source files of core/ and the SQL statements that a one-step purchase on a warm station
 * passes through.
 *
 * A file is entered when one of its functions runs between the call and its answer. The station's
 * own work (the job queue's loop, the search index, the records of answered purchases) also runs
 * during some calls. So a file counts only if each of several purchases enters it; the station may
 * do its work in the pauses between them.
 */
import { rmSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createCore } from "../../core/core.ts";
import type { Db } from "../../core/db/database.ts";
import { ROOT, RESOURCES, temporaryFolder } from "../helpers/folders.ts";

export type PurchaseFigures = {
  /** Files of core/ that have a function which ran in each purchase, in name order. */
  readonly files: readonly string[];
  /**
   * SQL texts of the purchase with the fewest statements, in the order in which they ran on the
   * writer's connection, BEGIN and COMMIT included.
   */
  readonly statements: readonly string[];
};

/**
 * Whether a file of core/ belongs to a domain: it is not in base/, db/ or http/, nor at the top of
 * core.
 */
export function isDomainFile(file: string): boolean {
  return /^(?!(base|db|http)\/).+\//.test(file);
}

/**
 * Purchases before the measured ones: the first ones fill caches, compile statements and take a
 * block of numbers.
 */
const WARM = 5;
const MEASURED = 8;
/**
 * Pause before each purchase, ms: longer than the station waits after a change before it looks for
 * jobs.
 */
const PAUSE_MS = 50;

/**
 * Measures several purchases on a temporary station.
 * @throws Error when a purchase is not answered with 201.
 */
export async function purchaseFigures(): Promise<PurchaseFigures> {
  const dataDir = temporaryFolder();
  const core = await createCore({ dataDir, resourcesDir: RESOURCES, port: 0, demo: true });
  const { url, token } = await core.start();
  const session = new Session();
  session.connect();
  try {
    const ask = async (
      method: string,
      path: string,
      body?: unknown,
    ): Promise<{ status: number; data: unknown }> => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
    };
    const { data } = await ask("GET", "/addresses?isDefaultSenderAddress=true");
    const [sender] = data as { id: string }[];
    const buy = async (): Promise<void> => {
      const { status } = await ask("POST", "/transactions", purchase(sender?.id ?? ""));
      if (status !== 201) throw new Error(`the purchase was answered with ${status}`);
    };
    const ran = recordStatements(core.deps.db);
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const runs: PurchaseFigures[] = [];
    for (let i = 0; i < WARM + MEASURED; i += 1) {
      await sleep(PAUSE_MS);
      await filesEntered(session);
      ran.length = 0;
      await buy();
      if (i >= WARM) runs.push({ files: await filesEntered(session), statements: [...ran] });
    }
    return {
      files: inEach(runs.map(({ files }) => files)),
      statements: least(runs.map(({ statements }) => statements)),
    };
  } finally {
    session.disconnect();
    await core.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the files of core/ with a function that has run since the last call. */
async function filesEntered(session: Session): Promise<string[]> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const core = `${join(ROOT, "core")}/`;
  const scripts = result.filter(
    ({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(core),
  );
  // The module's own code, which runs when the module is loaded.
  const isScript = ({ functionName, ranges }: Profiler.FunctionCoverage): boolean =>
    functionName === "" && ranges[0]?.startOffset === 0;
  const entered = scripts.filter(({ functions }) =>
    functions.some((one) => !isScript(one) && (one.ranges[0]?.count ?? 0) > 0),
  );
  return entered.map(({ url }) => relative(core, fileURLToPath(url))).sort();
}

function recordStatements(db: Db): string[] {
  const ran: string[] = [];
  const real = db.sql;
  const recorded: Db["sql"] = <Row>(text: string) =>
    new Proxy(real<Row>(text), {
      get(statement, name) {
        const value: unknown = Reflect.get(statement, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (["all", "get", "run", "iterate"].includes(String(name)))
            ran.push(text.replaceAll(/\s+/g, " ").trim());
          return value.apply(statement, args);
        };
      },
    });
  Object.assign(db, { sql: recorded });
  return ran;
}

function inEach(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  return first.filter((file) => others.every((list) => list.includes(file)));
}

function least(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function purchase(returnAddressID: string): unknown {
  const recipientAddress = {
    name: "Ad Soyad",
    email: "a@ornek.test",
    phone: "+905551112233",
    address1: "Gül Sk. 1",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  };
  return {
    providerServiceCode: "SURAT_STANDART",
    shipment: { returnAddressID, recipientAddress, length: 30, width: 20, height: 15, weight: 2 },
  };
}
