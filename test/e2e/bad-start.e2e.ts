import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { _electron, expect, test } from "@playwright/test";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";

/** @returns The words in the window of a station that could not open, and how the process ended once it was closed. */
async function badStart(dataDir: string, port: number): Promise<{ words: string; code: number | null; stderr: string }> {
  const app = await _electron.launch({ args: [ROOT, "--no-sandbox", "--disable-gpu", "--log-level=3", "--data", dataDir, "--port", String(port)], cwd: ROOT });
  let stderr = "";
  const station = app.process();
  station.stderr?.on("data", (chunk) => (stderr += chunk));
  const ended = new Promise<number | null>((done) => station.once("exit", done));
  try {
    await expect.poll(async () => (await Promise.all(app.windows().map((page) => page.title()))).join()).toMatch(/^Packbench: /);
    const words = await app.windows()[0]?.getByRole("alert").innerText();
    await app.windows()[0]?.close();
    return { words: words ?? "", code: await ended, stderr };
  } finally {
    station.kill("SIGKILL");
  }
}

test("a taken port is told in a window and on stderr, and the station ends with 1", async () => {
  const folder = temporaryFolder();
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  const { port } = other.address() as AddressInfo;
  try {
    const { words, code, stderr } = await badStart(folder, port);
    expect(words).toContain(`Port ${port} is taken`);
    expect(stderr).toContain(`Port ${port} is taken`);
    expect(code).toBe(1);
  } finally {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a data folder that a headless station holds is told with its holder", async () => {
  const folder = temporaryFolder();
  const node = join(ROOT, "node_modules/node/bin/node");
  const holder = spawn(node, [join(ROOT, "core/serve.ts"), "--data", folder, "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((done) => holder.stdout.once("data", done));
    const { words, code } = await badStart(folder, 0);
    expect(words).toContain("The data folder is in use");
    expect(words).toContain(String(holder.pid));
    expect(code).toBe(1);
  } finally {
    const ended = new Promise((done) => holder.once("exit", done));
    holder.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
