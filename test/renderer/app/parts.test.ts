import { expect, it } from "vitest";
import { FEATURES } from "../../../renderer/app/features.ts";
import { OVERLAYS, PARTS, QUESTIONS, VIEWS } from "../../../renderer/app/parts.ts";

/** Names that occur more than once. */
const repeated = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.indexOf(name) !== i);

it("the features have no two views, commands, overlays or questions of one name: one of them would be hidden", () => {
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

it("the features' slices have no two fields of one name, because they share one store", () => {
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
