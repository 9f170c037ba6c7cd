import { expect, it } from "vitest";
import { createStore } from "zustand";
import { createOrganizationSlice } from "../../../../renderer/features/organization/organization.slice.ts";
import {
  isOwnReference,
  newReference,
} from "../../../../renderer/features/organization/own-reference.ts";

it("a refused attempt hides the last success, and does not change a running attempt", () => {
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

it("generated references are distinguished from references of a bank", () => {
  expect([newReference(), "dekont 42", "desk 12", ""].map(isOwnReference)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
