/**
 * A data folder whose path is longer than Windows and a socket's address allow: on Linux and macOS
 * the station works there.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { addOrder, buy } from "../helpers/desk-page.ts";
import { showAs } from "../helpers/desk-keys.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { openWindow } from "../helpers/window.ts";

const electron = createRequire(import.meta.url)("electron") as unknown as string;

test(
  "a data folder of more than 300 characters opens, buys, is locked against a second start, and opens again",
  { tag: "@all" },
  async () => {
    const base = temporaryFolder();
    const dataDir = join(
      base,
      ...Array.from({ length: 6 }, (_, i) => `${i}-Ölçüm masası ${"x".repeat(40)}`),
    );
    mkdirSync(dataDir, { recursive: true });
    expect(dataDir.length).toBeGreaterThan(300);
    for (const order of ["LONG-1", "LONG-2"]) {
      const desk = await openWindow({ dataDir });
      try {
        await showAs(desk.page, { language: "en", theme: "light" });
        await addOrder(desk.page, order);
        await buy(desk.page, order);
        const second = spawn(electron, [ROOT, "--no-sandbox", "--disable-gpu", "--data", dataDir], {
          stdio: ["ignore", "ignore", "pipe"],
        });
        let said = "";
        second.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
        expect(await once(second, "exit")).toEqual([0, null]);
        expect(said).toContain("Packbench is already open on");
      } finally {
        await desk.close();
      }
    }
    for (const name of ["packbench.db", "logs", "window", "crashes"])
      expect([name, existsSync(join(dataDir, name))]).toEqual([name, true]);
    rmSync(base, { recursive: true, force: true });
  },
);
