/**
 * A station that prints for another program is killed repeatedly, at each step of accepting and
 * printing a file and at random moments. The program retries each call under its key until it gets
 * an answer: each file is printed as often as requested, and each key has one job.
 */
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { createSimulator } from "../../core/printing/simulator/simulator.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { seeded } from "../helpers/loose-stations.ts";
import { call, eventually } from "../helpers/station.ts";
import { deathsOf, kill, startProgram, type Child } from "./a-dying-station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const SEED = Number(process.env["PACKBENCH_SEED"] ?? 20_911);
const POINTS = [
  "answer.kept",
  "print.drawn",
  "print.claimed",
  "print.sent",
  "print.noted",
] as const;
/**
 * Number of crashes at each fault point and at random moments in a lane, and number of parallel
 * lanes, each with a separate folder.
 */
const [ROUNDS, LANES] = FULL ? [20, 2] : [1, 1];
const PATIENCE_MS = FULL ? 3_600_000 : 120_000;
const CALLS_AT_ONCE = 2;

/** `jobIDs`: all job ids in answers to the order's key. */
type Order = { readonly title: string; readonly copies: number; readonly jobIDs: Set<string> };

/** Lists the printed titles, one for each label. */
const onPaper = (paper: string): string[] =>
  readdirSync(paper)
    .filter((file) => file.endsWith(".zpl"))
    .map((file) => /\^FD(.*?)\^FS/.exec(readFileSync(join(paper, file), "latin1"))?.[1] ?? "");

/** Sends a file under its key until it is answered. @returns False when the station has died. */
async function send({ url }: Child, token: string, order: Order): Promise<boolean> {
  const content = Buffer.from(`^XA^FD${order.title}^FS^XZ`).toString("base64");
  const { title, copies } = order;
  const answer = await call<PrintJob>(url, token, {
    method: "POST",
    path: "/station/printjobs",
    body: { content, title, copies },
    headers: { "idempotency-key": title },
  }).catch(() => undefined);
  if (answer === undefined) return false;
  expect([answer.status, title]).toEqual([201, title]);
  order.jobIDs.add(answer.body.data.id);
  return true;
}

/**
 * Sends the unanswered files, and sometimes an answered file again, until the station dies.
 */
async function use(
  child: Child,
  token: string,
  orders: Order[],
  random: () => number,
): Promise<void> {
  for (;;) {
    const waiting = orders.filter(({ jobIDs }) => jobIDs.size === 0);
    const known = orders[Math.floor(random() * orders.length)];
    const next: Order = {
      title: `file ${orders.length}`,
      copies: 1 + (orders.length % 3),
      jobIDs: new Set(),
    };
    if (waiting.length === 0) orders.push(next);
    const batch = [
      ...(waiting.length === 0 ? [next] : waiting),
      ...(known === undefined ? [] : [known]),
    ];
    const calls = batch.flatMap((order) =>
      Array.from({ length: CALLS_AT_ONCE }, () => send(child, token, order)),
    );
    if ((await Promise.all(calls)).includes(false)) return;
    await wait(60);
  }
}

/**
 * Answers questions about prints as a person does who checks the paper.
 * @returns Whether a label waits, is printing or was asked about.
 */
async function answerQuestions({ url, token }: Child, paper: string): Promise<boolean> {
  const list = async (status: string): Promise<readonly PrintJob[]> =>
    (
      await call<{ list: readonly PrintJob[] }>(url, token, {
        method: "GET",
        path: `/station/printjobs?status=${status}&limit=500`,
      })
    ).body.data.list;
  const unknown = await list("UNKNOWN");
  for (const { id, title, copiesDone } of unknown) {
    const printed = onPaper(paper).filter((found) => found === title).length > copiesDone;
    await call(url, token, {
      method: "POST",
      path: `/station/printjobs/${id}/answer`,
      body: { printed },
    });
  }
  return unknown.length + (await list("SENDING")).length + (await list("QUEUED")).length > 0;
}

/** Kills one station at each fault point and at a random moment, several times. */
async function lane(seed: number): Promise<{
  readonly hits: readonly string[];
  readonly orders: readonly Order[];
  readonly printed: readonly string[];
}> {
  const random = seeded(seed);
  const [dataDir, paper] = [temporaryFolder(), join(temporaryFolder(), "paper")];
  const simulator = await createSimulator({ port: 0, httpPort: 0, dir: paper });
  const orders: Order[] = [];
  let token = "";
  const live = async (point: string, after: number, forMs: number): Promise<void> => {
    const before = deathsOf(dataDir).length;
    const child = await startProgram(
      "program-printing-child.ts",
      dataDir,
      String(simulator.port),
      point,
      String(after),
    ).catch((error: unknown) => {
      // Waiting files print before the station serves, and the station may die during one of these
      // prints.
      if (deathsOf(dataDir).length === before) throw error;
      return undefined;
    });
    if (child === undefined) return;
    const gone = once(child.process, "exit");
    if (token === "")
      token = (
        await call<{ token: string }>(child.url, child.token, {
          method: "POST",
          path: "/apitokens",
          body: { name: "Program", scopes: ["print:raw"] },
        })
      ).body.data.token;
    const used = answerQuestions(child, paper).then(
      () => use(child, token, orders, random),
      () => undefined,
    );
    await Promise.race([gone, wait(forMs)]);
    await kill(child);
    await used;
  };
  try {
    await live("never", 1, 1_500);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const point of POINTS) await live(point, 1 + Math.floor(random() * 6), 20_000);
      await live("never", 1, 50 + random() * 900);
    }
    const last = await startProgram("program-printing-child.ts", dataDir, String(simulator.port));
    await Promise.all(orders.map((order) => send(last, token, order)));
    await eventually("every file is printed", async () => !(await answerQuestions(last, paper)));
    await kill(last);
    return { hits: deathsOf(dataDir), orders, printed: onPaper(paper).toSorted() };
  } finally {
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

it(
  "a program's print under a key is one job and is printed as often as requested, however often the station is killed",
  { tags: "all", timeout: PATIENCE_MS },
  async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, i) => lane(SEED + i)));
    const hits = POINTS.map(
      (point) =>
        [point, lanes.flatMap((one) => one.hits).filter((hit) => hit === point).length] as const,
    );
    process.stdout.write(
      `${LANES * (ROUNDS * (POINTS.length + 1) + 1)} crashes, ${lanes.reduce((sum, { orders }) => sum + orders.length, 0)} files: ${hits.map(([point, count]) => `${point} ${count}`).join(", ")}, any moment ${LANES * (ROUNDS + 1)}\n`,
    );
    expect(hits.filter(([, count]) => count < (FULL ? 20 : 1))).toEqual([]);
    for (const { orders, printed } of lanes) {
      expect(orders.filter(({ jobIDs }) => jobIDs.size !== 1)).toEqual([]);
      expect(printed).toEqual(
        orders
          .flatMap(({ title, copies }) => Array.from({ length: copies }, () => title))
          .toSorted(),
      );
    }
  },
);
