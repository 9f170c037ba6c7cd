import { expect, it } from "vitest";
import { FEATURES } from "../../../renderer/app/features.ts";
import { OVERLAYS, PARTS, QUESTIONS, VIEWS } from "../../../renderer/app/parts.ts";

/** Returns names that occur more than once. */
const repeated = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.indexOf(name) !== i);

it("no two views, commands, overlays or questions of the features have the same name, which would hide one of them", () => {
  expect(FEATURES.length).toBeGreaterThan(8);
  const names = {
    views: VIEWS.map(({ name }) => name),
    commands: PARTS.flatMap(({ commands = [] }) => commands.map(({ name }) => name)),
    overlays: OVERLAYS.map(({ name }) => name),
    questions: QUESTIONS.map(({ name }) => name),
  };
  expect(
    Object.fromEntries(Object.entries(names).map(([kind, all]) => [kind, repeated(all)])),
  ).toEqual({ views: [], commands: [], overlays: [], questions: [] });
});

it("no two fields of the features' slices have the same name, because they share one store", () => {
  const fields = FEATURES.flatMap((feature) =>
    "slice" in feature
      ? Object.keys(
          (feature.slice as (...store: unknown[]) => object)(
            () => undefined,
            () => ({}),
            {},
          ),
        )
      : [],
  );
  expect(fields.length).toBeGreaterThan(50);
  expect(repeated(fields)).toEqual([]);
});
