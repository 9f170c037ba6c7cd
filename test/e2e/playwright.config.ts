/**
 * Tests in the real window. One test per screen runs at once, because windows on one screen would
 * take the focus from each other. PACKBENCH_SCREENS contains a program's environment for each
 * screen as JSON; without it all windows open on the existing screen, one after the other.
 */
import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";

const screens = JSON.parse(process.env["PACKBENCH_SCREENS"] ?? "[]") as readonly Readonly<
  Record<string, string>
>[];
// Each worker reads this file too, with its number from Playwright.
Object.assign(process.env, screens[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)]);
// A window caches compiled code in its own folder, which is new for each test; here the first
// window compiles for all.
process.env["NODE_COMPILE_CACHE"] ??= resolve(
  import.meta.dirname,
  "../../test-results/compile-cache-window",
);

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  globalSetup: "../helpers/run-folders.ts",
  outputDir: "../../test-results/e2e",
  timeout: 180_000,
  // Other windows and packagings run at the same time on the same processors.
  expect: { timeout: 30_000 },
  workers: Math.max(1, screens.length),
  retries: 0,
  reporter: [["list"], ["json"]],
});
