import { expect, it } from "vitest";
import { STATUS_WORDS } from "../../../core/shipping/shipments/status-words.ts";
import { enStates } from "../../../renderer/i18n/en-states.ts";
import { trStates } from "../../../renderer/i18n/tr-states.ts";

it("files use the same words for shipment states as the screen", () => {
  expect({ en: enStates.state, tr: trStates.state }).toMatchObject(STATUS_WORDS);
});
