import { expect, it } from "vitest";
import { STATUS_WORDS } from "../../../core/shipping/shipments/status-words.ts";
import { enStates } from "../../../renderer/i18n/en-states.ts";
import { trStates } from "../../../renderer/i18n/tr-states.ts";

it("files name the states of shipments as the screen does", () => {
  expect({ en: enStates.state, tr: trStates.state }).toMatchObject(STATUS_WORDS);
});
