/**
 * Accessibility of a page as axe sees it. Contrast is a test of the design tokens, in all three
 * themes.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** @returns Each rule that the page breaks, with the elements that break it. */
export async function faultsOf(
  page: Page,
): Promise<readonly (readonly [rule: string, elements: readonly string[]])[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().disableRules(["color-contrast"]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
}
