/** Jobs that the station gave up are shown to a person, who ends them or has them retried. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect } from "@playwright/test";
import { addOrder, test } from "../helpers/desk-page.ts";
import { openSection } from "../helpers/desk-keys.ts";

const CONFIRMED = "0196a000-0000-7000-8000-000000000001";
const FAR = "0196a000-0000-7000-8000-000000000002";

/**
 * Inserts a cancellation that needs a person.
 * @returns The station's database. The caller closes it.
 */
function openWithGivenUp(
  dataDir: string,
  job: { readonly id: string; readonly attempts: number; readonly error: string },
): BetterSqlite3.Database {
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  db.prepare(
    `INSERT INTO jobs (id, created_at, updated_at, kind, lane, sequence, position, subject_id, organization_id, payload, state, attempts, next_attempt_at, last_error)
     SELECT :id, '2026-11-18T09:00:00.000Z', '2026-11-21T09:00:00.000Z', 'cancel', 'cancel far', '', 0, :id, id, '{}', 'NEEDS_PERSON', :attempts, '2026-11-21T09:00:00.000Z', :error
       FROM organizations`,
  ).run(job);
  return db;
}

const stateOf = (db: BetterSqlite3.Database, id: string): unknown =>
  db.prepare("SELECT state FROM jobs WHERE id = ?").pluck().get(id);

test(
  "a cancellation that the carrier has not made is ended in Settings, after a question",
  { tag: "@all" },
  async ({ shared: { page, dataDir } }) => {
    const db = openWithGivenUp(dataDir, { id: CONFIRMED, attempts: 2, error: "no" });
    await openSection(page, "Requests without an answer");
    const section = page.getByTestId("jobs");
    const state = (): unknown => stateOf(db, CONFIRMED);
    // Keyboard only. The focus moves into the question; when the answered row is removed, it moves to
    // the heading.
    const end = section.getByRole("button", { name: "It was not done: Cancelling a label" });
    await end.focus();
    await page.keyboard.press("Enter");
    await expect(section.getByRole("button", { name: "Not yet" })).toBeFocused();
    await page.waitForTimeout(250);
    await page.keyboard.press("Enter");
    await expect(end).toBeFocused();
    expect(state()).toBe("NEEDS_PERSON");
    await page.waitForTimeout(250);
    await page.keyboard.press("Enter");
    await expect(section.getByRole("button", { name: "Not yet" })).toBeFocused();
    await page.waitForTimeout(250);
    await page.keyboard.press("Tab");
    await expect(section.getByRole("button", { name: "Yes, confirmed" })).toBeFocused();
    await page.waitForTimeout(250);
    await page.keyboard.press("Enter");
    await expect(section).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
    expect(state()).toBe("REFUSED");
    db.close();
  },
);

test(
  "a cancellation that a carrier has not answered for days is shown, and retried from Settings",
  { tag: "@all" },
  async ({ shared: { page, dataDir } }) => {
    const db = openWithGivenUp(dataDir, { id: FAR, attempts: 432, error: "connect ECONNREFUSED" });
    // A change makes the page read the station's facts again.
    await addOrder(page, "GIVEN-UP");
    await expect(page.getByTestId("given-up")).toContainText("1 label needs a decision");
    await page.getByRole("button", { name: "Settings" }).click();
    const section = page.getByTestId("jobs");
    await expect(section).toContainText("Cancelling a label");
    await expect(section).toContainText("connect ECONNREFUSED");
    await section.getByRole("button", { name: "Try again: Cancelling a label" }).click();
    await expect(section).toBeHidden();
    await expect(page.getByTestId("given-up")).toBeHidden();
    expect(stateOf(db, FAR)).not.toBe("NEEDS_PERSON");
    db.close();
  },
);
