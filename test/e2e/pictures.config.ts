/**
 * `npm run pictures`: draws every screen in every look. The pictures are to be looked at, so
 * `npm test` does not draw them.
 */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.pictures.ts",
  outputDir: "../../test-results/contact-run",
  expect: { timeout: 15_000 },
  workers: 1,
  reporter: "list",
});
