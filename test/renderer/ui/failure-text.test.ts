import { afterEach, describe, expect, it } from "vitest";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { Cause } from "../../../renderer/features/stations/Cause.tsx";
import { Conflicts } from "../../../renderer/features/stations/Conflicts.tsx";
import { HubCause } from "../../../renderer/features/stations/HubCause.tsx";
import { useStations } from "../../../renderer/features/stations/use-stations.ts";
import { showLanguage } from "../../../renderer/i18n/i18n.ts";
import { FailureText } from "../../../renderer/ui/FailureText.tsx";
import { PrintCause } from "../../../renderer/ui/PrintCause.tsx";
import { markupOf, textOf } from "../render.ts";

afterEach(() => showLanguage("en"));

const MESSAGE = "A sentence of the core.";

describe("the text of a failure", () => {
  it.each([
    ["en", "This join code has ended. Make a new one on the hub. Code E2114"],
    ["tr", "Bu katılım kodunun süresi doldu. Merkezde yeni bir kod oluşturun. Kod E2114"],
  ] as const)(
    "a failure has the words of its reason, without the core's English sentence (%s)",
    async (language, words) => {
      await showLanguage(language);
      expect(
        textOf(
          markupOf(FailureText, { failure: { code: "E2114", message: MESSAGE, reason: "ended" } }),
        ),
      ).toBe(words);
    },
  );

  it("each check that a server failed is listed below the failure's meaning", async () => {
    await showLanguage("tr");
    const text = textOf(
      markupOf(FailureText, {
        failure: { code: "E2146", message: MESSAGE, reason: "streams durability" },
      }),
    );
    expect(text).toMatch(
      /^Merkeze henüz katılınamaz.* Kuruluşun akışları eksik.* Sunucu değişiklikleri yalnızca bellekte tutuyor\. Kod E2146$/,
    );
  });

  it("a reason that only a newer station knows is shown in the core's sentence", () => {
    expect(
      textOf(
        markupOf(FailureText, {
          failure: { code: "E2114", message: MESSAGE, reason: "ended later" },
        }),
      ),
    ).toContain(MESSAGE);
  });
});

it("a print that another station refused because its printer is off does not wait for that printer", async () => {
  await showLanguage("en");
  const job = { lastError: MESSAGE, lastErrorCode: "printer off", printerName: "Zebra" } as const;
  const shown = (isElsewhere: boolean): string =>
    textOf(markupOf(PrintCause, { job, isElsewhere }));
  expect(shown(false)).toContain("The label waits until it is switched on");
  expect(shown(true)).toBe("Zebra is switched off at its station. Print on another printer.");
});

describe("the Stations section in Turkish", () => {
  it("an unreachable hub shows no sentence of the core, with or without a code", async () => {
    await showLanguage("tr");
    expect(
      textOf(
        markupOf(Cause, { sync: { cause: MESSAGE, causeCode: "E2112", causeReason: "silent" } }),
      ),
    ).toMatch(/^Merkezin sunucusu yerinde ama yanıt vermiyor\..* Kod E2112$/);
    expect(
      textOf(markupOf(Cause, { sync: { cause: MESSAGE, causeCode: null, causeReason: null } })),
    ).toBe("");
  });

  it("the section shows why the hub on this computer does not run", async () => {
    await showLanguage("tr");
    expect(textOf(markupOf(HubCause, { server: { cause: MESSAGE, causeReason: "port" } }))).toBe(
      "Merkezin portunu başka bir program kullanıyor. O programı kapatın.",
    );
  });

  it("a conflict names the valid label and what to do with the other", async () => {
    await showLanguage("tr");
    const store = { openShipment: () => undefined };
    const others = [
      { barcode: "7340022", carrierName: "Sürat", state: "refused" as const, reason: "ALINDI" },
    ];
    const sync = {
      stations: [],
      conflicts: [
        {
          kind: "double",
          subjectID: "s",
          since: "2026-11-25T06:00:00.000Z",
          message: MESSAGE,
          number: 10_482,
          labels: { stays: "7340011", others },
        },
      ],
    } as unknown as SyncStatus;
    useStations.bind({
      getState: () => store,
      getInitialState: () => store,
      subscribe: () => () => undefined,
    } as never);
    const text = textOf(markupOf(Conflicts, { sync }));
    expect(text).toContain(
      "Geçerli olan: 7340011. 7340022 iptal edilemedi: kargoya vermeyin ve Sürat firmasına iptal ettirin. Kargo firmasının yanıtı: “ALINDI”",
    );
    expect(text).not.toContain(MESSAGE);
  });
});
