import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CALL_SENTENCES } from "../../../core/http/outgoing/call-sentences.ts";
import { sentence } from "../../../core/base/sentences.ts";
import { say } from "../../../core/shipping/carriers/marketplace/say.ts";
import { listSentences } from "../../../core/station/sentences/sentences.ts";
import { i18n, showLanguage } from "../../../renderer/i18n/i18n.ts";
import { FailureText } from "../../../renderer/ui/FailureText.tsx";
import { spokenSentence } from "../../../renderer/ui/core-sentence.ts";
import { markupOf, textOf } from "../render.ts";

const cut = sentence(CALL_SENTENCES.cut, { code: "ECONNRESET" });
const unread = say("labelUnread", { name: "Pazar", cause: cut });

describe("a sentence about a call, on a Turkish screen", () => {
  beforeEach(async () => {
    await showLanguage("tr");
    i18n.addResourceBundle("tr", "sentences", listSentences("tr"));
  });
  afterEach(() => showLanguage("en"));

  it.each([
    [cut, "Sunucu bağlantıyı yanıt vermeden kapattı (ECONNRESET)."],
    [unread, "Pazar etiketi okunamadı: Sunucu bağlantıyı yanıt vermeden kapattı (ECONNRESET)."],
    [
      say("refused", { name: "Pazar", code: "E1066", words: "The balance is too low." }),
      "Pazar reddetti (E1066): oradaki bakiye yetersiz.",
    ],
    [
      say("refused", { name: "Pazar", code: "E1999", words: "Kabul edilmedi." }),
      "Pazar reddetti (E1999): Kabul edilmedi.",
    ],
    [
      sentence(CALL_SENTENCES.blocked, { cause: CALL_SENTENCES.blockedPublic }),
      "Bu adrese bağlanılamaz: adres herkese açık bir adres değil.",
    ],
  ])("%s is shown in Turkish", (text, turkish) => {
    expect(spokenSentence(i18n, text)).toBe(turkish);
  });

  it("is shown in Turkish where an error quotes it without its stop", () => {
    const failure = {
      code: "E2008",
      message: "",
      reason: "notReady",
      values: { words: unread.slice(0, -1) },
    };
    expect(textOf(markupOf(FailureText, { failure }))).toContain(
      "gelmedi. Pazar etiketi okunamadı: Sunucu bağlantıyı yanıt vermeden kapattı (ECONNRESET). Koliyi",
    );
  });

  it("that is the carrier's own is left as it came", () => {
    expect(spokenSentence(i18n, "Adres hatalı.")).toBeUndefined();
  });
});

it("without the station's words is shown as the station wrote it", () => {
  expect(spokenSentence(i18n, cut)).toBeUndefined();
});

it("on an English screen a sentence about a call is shown as the core wrote it", () => {
  i18n.addResourceBundle("en", "sentences", listSentences("en"));
  const text = say("refused", { name: "Pazar", code: "E1066", words: "The balance is too low." });
  expect([spokenSentence(i18n, text), spokenSentence(i18n, cut)]).toEqual([text, cut]);
});
