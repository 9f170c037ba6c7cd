import { expect, it } from "vitest";
import { OpenView } from "../../../renderer/app/OpenView.tsx";
import { Rail } from "../../../renderer/app/Rail.tsx";
import { markupOf, textOf } from "../render.ts";

it("an unknown view is shown as an error with a way back, and not as another view", () => {
  const markup = markupOf(OpenView, { view: "returns" });
  expect(markup).toContain('role="alert"');
  expect(textOf(markup)).toMatch(/^This screen does not exist .*“returns”.* Pack$/);
});

it("the rail lists the features' views in order, and marks the open view", () => {
  const markup = markupOf(Rail, {}, { view: "printers" });
  expect(textOf(markup)).toBe(
    "Pack Today Shipments Tracking Hand-over Addresses Batches Printers Money Settings",
  );
  expect(
    [...markup.matchAll(/aria-current="page"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)].map(
      (match) => match[1],
    ),
  ).toEqual(["Printers"]);
});
