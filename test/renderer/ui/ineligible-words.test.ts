import { afterAll, beforeAll, expect, it } from "vitest";
import { say } from "../../../core/shipping/carriers/marketplace/say.ts";
import type { IneligibleService } from "../../../core/shipping/carriers/ineligible.schema.ts";
import { listSentences } from "../../../core/station/sentences/sentences.ts";
import { i18n } from "../../../renderer/i18n/i18n.ts";
import { useIneligibleWords } from "../../../renderer/ui/ineligible-words.ts";
import { markupOf, textOf } from "../render.ts";

beforeAll(() => void i18n.addResourceBundle("en", "sentences", listSentences("en")));
afterAll(() => void i18n.removeResourceBundle("en", "sentences"));

function Reason({ service }: { readonly service: IneligibleService }) {
  return `${service.name} ${useIneligibleWords()(service)}`;
}

it.each([
  [
    say("badToken", { name: "Pazar", code: "E2001" }),
    "Pazar refused the token (E2001). The token is not valid there",
  ],
  ["Adres hatalı.", "Pazar answers: “Adres hatalı.”"],
])("the reason “%s” names the marketplace once", (reason, words) => {
  const service = {
    providerCode: "",
    providerServiceCode: "",
    name: "Pazar",
    code: "OTHER",
    reason,
  } as IneligibleService;
  expect(textOf(markupOf(Reason, { service })).slice(0, words.length)).toBe(words);
});
