import { expect, it } from "vitest";
import type { Deps } from "../../../core/deps.ts";
import { watchPrinter } from "../../../core/printing/watch-printer.ts";
import { looseStation } from "../../helpers/loose-stations.ts";
import { aPrinter } from "./a-printer.ts";

it("a printer whose address was changed has the state unknown until it is queried there, and sharing does not matter", () => {
  const { deps } = looseStation();
  const watch = watchPrinter({ ...deps, printers: {} as Deps["printers"] });
  const printer = aPrinter({ host: "10.0.0.1" });
  watch.note(printer, { state: "paper out", message: "The printer is out of paper." });
  expect(
    [printer, { ...printer, isShared: true }, { ...printer, host: "10.0.0.2" }].map(
      (asked) => watch.stateOf(asked).state,
    ),
  ).toEqual(["paper out", "paper out", "unknown"]);
});
