/**
 * Accessibility check of a page with axe. Contrast is excluded: a test of the design tokens checks
 * it in all three themes.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks a page. @returns Each rule that the page breaks, with the elements that break it. */
export async function faultsOf(
  page: Page,
): Promise<readonly (readonly [rule: string, elements: readonly string[]])[]> {
  // Loads axe once per page load, because loading costs more than a check.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { run } = Reflect.get(globalThis, "axe") as typeof axe;
    const { violations } = await run({
      resultTypes: ["violations"],
      rules: { "color-contrast": { enabled: false } },
    });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
  });
}
