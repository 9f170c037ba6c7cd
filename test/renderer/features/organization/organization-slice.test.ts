import { expect, it } from "vitest";
import { createStore } from "zustand";
import { createOrganizationSlice } from "../../../../renderer/features/organization/organization.slice.ts";
import {
  isOwnReference,
  newReference,
} from "../../../../renderer/features/organization/own-reference.ts";

it("shows no success any more once the next try is refused, and does not change a try that is under way", () => {
  const store = createStore(createOrganizationSlice);
  for (const form of ["savingSender", "toppingUp", "savingNames"] as const) {
    store.setState({ [form]: { step: "saved" } });
    store.getState().forgetTry(form);
    expect(store.getState()[form]).toEqual({ step: "none" });
    store.setState({ [form]: { step: "saving" } });
    store.getState().forgetTry(form);
    expect(store.getState()[form]).toEqual({ step: "saving" });
  }
});

it("knows the references that it made itself from those of a bank", () => {
  expect([newReference(), "dekont 42", "desk 12", ""].map(isOwnReference)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
