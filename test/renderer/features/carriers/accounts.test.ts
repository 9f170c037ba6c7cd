import { expect, it } from "vitest";
import type { StationCarrier } from "../../../../core/station/station-facts.schema.ts";
import { Accounts } from "../../../../renderer/features/carriers/Accounts.tsx";
import { markupOf } from "../../render.ts";

it("accounts are offered for carriers with price lists only, because a carrier with an API has no provider code", () => {
  const carriers = [
    { id: "a", providerCode: "ARAS", name: "Aras" },
    { id: "b", providerCode: "", name: "Remote" },
  ] as StationCarrier[];
  const markup = markupOf(
    Accounts,
    { carriers, kinds: [], left: null, onConnection: () => undefined },
    { drafts: {} },
  );
  expect(
    [...(markup.split("</select>")[0] ?? "").matchAll(/<option value="([^"]*)"/g)].map(
      ([, value]) => value,
    ),
  ).toEqual(["", "ARAS"]);
});
