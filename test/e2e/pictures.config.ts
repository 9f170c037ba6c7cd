/**
 * `npm run pictures`: renders every screen in every theme. A person must look at the pictures, so
 * `npm test` does not render them.
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
