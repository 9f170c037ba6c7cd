import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { LabelSettingsForm } from "../../../../renderer/features/labels/LabelSettingsForm.tsx";
import { createLabelsSlice } from "../../../../renderer/features/labels/labels.slice.ts";
import { useLabels } from "../../../../renderer/features/labels/use-labels.ts";
import { showLanguage, showLaterWords } from "../../../../renderer/i18n/i18n.ts";
import { markupOf, textOf } from "../../render.ts";

afterEach(() => vi.unstubAllGlobals());

it("a picture is saved as the logo; a file that cannot be read is not saved, and the screen says so", async () => {
  const settings = { labelLayout: "standard", maskPhonesOnLabel: false, labelLogo: null };
  const saved: unknown[] = [];
  const invoke = async (_: string, { body }: { readonly body?: object }) => {
    saved.push(body);
    const data = { ...settings, ...body };
    return { ok: true, value: { status: 200, body: { result: true, data } } };
  };
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore(createLabelsSlice);
  await store.getState().saveLogo("o", Promise.resolve("data:image/png;base64,AAAA"));
  expect([saved, store.getState().savingLabels]).toEqual([
    [{ labelLogo: "data:image/png;base64,AAAA" }],
    { step: "saved" },
  ]);
  await store.getState().saveLogo("o", Promise.reject(new Error("the file could not be read")));
  expect(saved).toHaveLength(1);
  vi.unstubAllGlobals();
  const state = { ...store.getState(), labelSettings: settings };
  useLabels.bind({
    getState: () => state,
    getInitialState: () => state,
    subscribe: () => () => undefined,
  } as never);
  await showLanguage("en");
  await showLaterWords();
  expect(textOf(markupOf(LabelSettingsForm, { organizationID: "o" }))).toContain(
    "This was not saved This picture was not taken.",
  );
});
