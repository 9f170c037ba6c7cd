/**
 * `npm start`, as a newcomer types it at a terminal: its output, its picture, the first label, and
 * Ctrl-C.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { chromium, expect, test, type Page } from "@playwright/test";
import BetterSqlite3 from "better-sqlite3";
import { ask } from "../helpers/desk-keys.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { readPng, shareOfMostFrequent, type Picture } from "../helpers/png.ts";

type Printers = {
  list: { id: string; name: string; host: string; port: number }[];
  roles: { label: string | null };
};
type Started = {
  terminal: ChildProcess;
  said(): string;
  page: Page;
  simulator: string;
  picture: string;
  ended: Promise<number | null>;
};

/**
 * Returns an environment without a display, as on a server; the station then starts a virtual one.
 */
function environment(): NodeJS.ProcessEnv {
  const {
    DISPLAY: _display,
    WAYLAND_DISPLAY: _wayland,
    XAUTHORITY: _authority,
    ...rest
  } = process.env;
  return { ...rest, LANG: "en_US.UTF-8", LANGUAGE: "en" };
}

async function npmStart(dataDir: string): Promise<Started> {
  // The program runs in a separate process group, as a shell runs each job.
  const terminal = spawn(
    "npm",
    ["start", "--", "--port", "0", "--data", dataDir, "--remote-debugging-port=0"],
    { cwd: ROOT, env: environment(), stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  // npm ends by the signal that it received, which a shell reports as 130.
  const ended = once(terminal, "exit").then(([code, signal]) =>
    signal === "SIGINT" ? 130 : (code as number | null),
  );
  let said = "";
  for (const stream of [terminal.stdout, terminal.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect
    .poll(() => said, { timeout: 60_000 })
    .toContain("the station is open; Ctrl-C closes it");
  const browser = await chromium.connectOverCDP(
    /DevTools listening on (ws:\S+)/.exec(said)?.[1] ?? "",
  );
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error("there is no window");
  return {
    terminal,
    said: () => said,
    page,
    simulator: /^printer +(\S+)/m.exec(said)?.[1] ?? "",
    picture: /^screenshot +(.+)$/m.exec(said)?.[1] ?? "",
    ended,
  };
}

/**
 * Sends Ctrl-C: the terminal signals every process of the job.
 *
 * @returns Exit code, and how long the end took, ms.
 */
async function ctrlC({ terminal, ended }: Started): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now();
  process.kill(-(terminal.pid ?? 0), "SIGINT");
  const code = await ended;
  return { code, ms: performance.now() - begun };
}

/** Returns the processes whose command line contains this text, by id. */
function processesWith(text: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      if (command.includes(text)) found.set(Number(pid), command);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

function leftOf(
  { said }: Started,
  dataDir: string,
): { processes: string[]; wal: number; noise: string[] } {
  const [display = "no display was told"] = /\(:\d+\)/.exec(said()) ?? [];
  const wal = join(dataDir, "packbench.db-wal");
  return {
    processes: [
      ...processesWith(dataDir).values(),
      ...(existsSync(`/tmp/.X${display.slice(2, -1)}-lock`)
        ? [`the virtual display ${display}`]
        : []),
    ],
    wal: existsSync(wal) ? statSync(wal).size : 0,
    noise: said()
      .split("\n")
      .filter((line) => /FATAL|ERROR|Error:|^\s+at /.test(line)),
  };
}

/**
 * Counts the lines of the picture with dark pixels, such as letters, in the right half, where the
 * waiting list is. Leaves out the scan field above and the status bar below.
 */
function linesOfTextAtRight({ width, height, colourAt }: Picture): number {
  const isDark = (colour: number): boolean =>
    (colour >> 16) + ((colour >> 8) & 255) + (colour & 255) < 200;
  let rows = 0;
  for (let y = 140; y < height - 70; y += 1) {
    for (let x = Math.round(width / 2); x < width - 30; x += 1) {
      if (!isDark(colourAt(x, y))) continue;
      rows += 1;
      break;
    }
  }
  return rows;
}

const waiting = (dataDir: string): number => {
  const db = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
  try {
    return Number(
      db.prepare("SELECT count(*) FROM shipments WHERE status = 'CREATED'").pluck().get(),
    );
  } finally {
    db.close();
  }
};

const clean = { processes: [], wal: 0, noise: [] };
test.setTimeout(60_000);
let dataDir = "";
let running: Started | undefined;
test.beforeEach(() => {
  dataDir = temporaryFolder();
});
test.afterEach(() => {
  // Kills processes that a failed test left.
  for (const pid of processesWith(dataDir).keys()) process.kill(pid, "SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

test("a newcomer's second Enter buys a visible label, the picture shows the list, and Ctrl-C leaves no process", async () => {
  const started = (running = await npmStart(dataDir));
  expect(started.said()).toMatch(/^API +http:\/\/127\.0\.0\.1:\d+\/api\/v1$/m);
  expect(waiting(dataDir)).toBeGreaterThan(50);
  const picture = readPng(readFileSync(started.picture));
  expect([shareOfMostFrequent(picture) < 0.9, linesOfTextAtRight(picture) > 100]).toEqual([
    true,
    true,
  ]);

  const { page, simulator } = started;
  expect(await (await fetch(`${simulator}/jobs`)).json()).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("pack")).toHaveAttribute("data-step", "offers");
  await page.waitForTimeout(600); // A person looks at the offers.
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("last-result")).toHaveAttribute("data-print", "CONFIRMED");
  const jobs = (await (await fetch(`${simulator}/jobs`)).json()) as { n: number }[];
  expect(jobs.length).toBe(1);
  expect((await fetch(`${simulator}/jobs/1.png`)).headers.get("content-type")).toBe("image/png");
  await page
    .getByRole("button", { name: /Printers/ })
    .first()
    .click();
  await expect(page.getByTestId("simulator")).toContainText(simulator);
  await expect(page.getByRole("button", { name: "Show the printed labels" })).toBeVisible();

  const { code, ms } = await ctrlC(started);
  expect([[0, 130].includes(code ?? -1), ms < 5_000, leftOf(started, dataDir)]).toEqual([
    true,
    true,
    clean,
  ]);
});

test(
  "the simulator stays one printer across starts, at its current port, roles stay unchanged, and a deleted simulator does not return",
  { tag: "@all" },
  async () => {
    const printers = (): Promise<Printers> =>
      ask<Printers>((running as Started).page, "GET", "/station/printers");
    running = await npmStart(dataDir);
    const first = await printers();
    const [simulator] = first.list;
    expect([first.list.length, simulator?.name, simulator?.port, first.roles.label]).toEqual([
      1,
      "Simulator",
      expect.any(Number),
      simulator?.id,
    ]);
    const own = await ask<{ id: string }>(running.page, "POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port: 9,
    });
    await ask(running.page, "PUT", "/station/printers/roles", { label: own.id });
    await ctrlC(running);

    running = await npmStart(dataDir);
    const second = await printers();
    const [moved] = second.list;
    expect([second.list.map((printer) => printer.id), second.roles.label]).toEqual([
      [simulator?.id, own.id],
      own.id,
    ]);
    expect(moved?.port).not.toBe(simulator?.port);
    await ask(running.page, "DELETE", `/station/printers/${simulator?.id}`);
    await ctrlC(running);

    running = await npmStart(dataDir);
    expect((await printers()).list.map((printer) => printer.id)).toEqual([own.id]);
    expect([(await ctrlC(running)).ms < 5_000, leftOf(running, dataDir)]).toEqual([true, clean]);
  },
);

test("a second Ctrl-C ends a station that does not end by itself", { tag: "@all" }, async () => {
  const started = (running = await npmStart(dataDir));
  const [main] =
    [...processesWith(dataDir)].find(
      ([, command]) =>
        command.includes("--screenshot") &&
        !command.includes("--type=") &&
        !command.includes("run.mjs") &&
        !command.startsWith("npm"),
    ) ?? [];
  process.kill(Number(main), "SIGSTOP");
  const group = -(started.terminal.pid ?? 0);
  process.kill(group, "SIGINT");
  await new Promise((done) => setTimeout(done, 1_000));
  expect(started.terminal.exitCode).toBeNull();
  const begun = performance.now();
  process.kill(group, "SIGINT");
  expect([
    await started.ended,
    performance.now() - begun < 1_500,
    leftOf(started, dataDir).processes,
  ]).toEqual([130, true, []]);
});

test("an invalid port or a missing value prints one sentence and ends the start with 2", () => {
  for (const [args, sentence] of [
    [["--port", "abc"], '--port takes a number from 0 to 65535, not "abc"; 0 takes any free port'],
    [["--port"], "--port needs a value: npm start -- --port NUMBER"],
    [["--data="], "--data needs a value: npm start -- --data FOLDER"],
  ] as const) {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, "electron/scripts/run.mjs"), "start", ...args],
      { encoding: "utf8", env: environment() },
    );
    expect([status, stderr, stdout]).toEqual([2, `[packbench] ${sentence}\n`, ""]);
  }
});
