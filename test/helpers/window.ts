/** The built application in a real window, on a separate data folder. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "@playwright/test";
import { ROOT, temporaryFolder } from "./folders.ts";

export type DeskWindow = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  close(): Promise<void>;
};

/** Longest wait for a window to close, ms. The core may take two seconds, each other part three. */
const CLOSED_WITHIN_MS = 20_000;

/**
 * Opens a window in English.
 * @param options.args Further arguments after a free port and an unattended start.
 */
export async function openWindow(
  options: {
    args?: readonly string[];
    dataDir?: string;
    size?: { width: number; height: number };
  } = {},
): Promise<DeskWindow> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const app = await _electron.launch({
    // Root may not use Chromium's sandbox; the tests check the page's own sandbox.
    args: [
      ROOT,
      "--no-sandbox",
      "--disable-gpu",
      "--log-level=3",
      "--data",
      dataDir,
      "--port",
      "0",
      "--unattended",
      ...(options.args ?? ["--demo"]),
    ],
    cwd: ROOT,
    env: { ...process.env, LANG: "en_US.UTF-8", LANGUAGE: "en" } as Record<string, string>,
  });
  const page = await app.firstWindow();
  if (options.size !== undefined) {
    await app.evaluate(
      ({ BrowserWindow }, size) =>
        BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
      options.size,
    );
  }
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  return {
    app,
    page,
    dataDir,
    async close() {
      await endWindow(app, dataDir);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Closes a window with a time limit, because Playwright and its worker would wait forever.
 *
 * @throws Error when the window is not closed in time, with its last log lines and the state of its
 *   threads; the window is killed then.
 */
export async function endWindow(app: ElectronApplication, dataDir: string): Promise<void> {
  const child = app.process();
  const late = new Promise<"late">(
    (resolve) => void setTimeout(resolve, CLOSED_WITHIN_MS, "late").unref(),
  );
  if ((await Promise.race([app.close(), late])) !== "late") return;
  const threads = threadsOf(child.pid ?? 0);
  const isGone = child.exitCode !== null || child.signalCode !== null;
  killTree(child.pid ?? 0);
  throw new Error(
    `The window was not closed after ${CLOSED_WITHIN_MS} ms (${isGone ? "its process had ended, its pipes were open" : "its process ran"}).\n${lastLines(dataDir)}\n${threads}`,
  );
}

/** Kills a process with its children, because its zygotes and helpers also hold its pipes. */
function killTree(pid: number): void {
  for (const child of childrenOf(pid)) killTree(child);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    /* The process has already ended. */
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** Lists each thread with its state and its wait in the kernel. */
function threadsOf(pid: number): string {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => {
        const read = (file: string): string =>
          readFileSync(`/proc/${pid}/task/${thread}/${file}`, "utf8").trim();
        return `${thread} ${read("comm")} ${/^State:\s+(.+)$/m.exec(read("status"))?.[1]} ${read("wchan")}`;
      })
      .join("\n");
  } catch {
    return "";
  }
}

function lastLines(dataDir: string): string {
  try {
    const folder = join(dataDir, "logs");
    return readdirSync(folder)
      .map((file) =>
        readFileSync(join(folder, file), "utf8").trimEnd().split("\n").slice(-12).join("\n"),
      )
      .join("\n");
  } catch {
    return "";
  }
}

export function picturePath(name: string): string {
  return join(ROOT, "test-results", "pictures", `${name}.png`);
}
