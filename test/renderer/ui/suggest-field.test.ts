import { expect, it } from "vitest";
import { SuggestField } from "../../../renderer/ui/address/SuggestField.tsx";
import { markupOf } from "../render.ts";

it.each([
  { hint: "the hint" },
  { hint: "the hint", unusual: "is unusual" },
  { wrong: "is wrong", unusual: "is unusual" },
])("the field is described by exactly the remarks that are shown: %j", (remarks) => {
  const markup = markupOf(SuggestField, {
    label: "Phone",
    text: "12",
    suggestions: [],
    countWords: "",
    onText: () => undefined,
    onChoose: () => undefined,
    ...remarks,
  });
  const described = /aria-describedby="([^"]+)"/.exec(markup)?.[1]?.split(" ");
  const shown = [...markup.matchAll(/id="([^"]+-(?:hint|wrong|unusual))"/g)].map(([, id]) => id);
  expect(described).toEqual(shown);
});
