import { expect, it } from "vitest";
import { deskNameSchema } from "../../../core/sync/sync.schema.ts";

it.each([
  ["reverses what follows it", "\u202Egnp.exe"],
  ["shows nothing", "\u200B"],
  ["shows no letter", "\u3164"],
  ["breaks the line", "a\u2028b"],
  ["is half a character", "\uD800"],
])("a desk may not have a name that %s", (_, name) => {
  expect(deskNameSchema.safeParse(name).success).toBe(false);
});

it.each(["Masa 2", "İade masası – ğüşıöç", "Depo 📦", "作業台"])(
  "a desk may have a name such as %s",
  (name) => {
    expect(deskNameSchema.parse(` ${name} `)).toBe(name);
  },
);
