import { expect, it } from "vitest";
import type {
  FoundQueues,
  NetworkPrinter,
} from "../../../../core/printing/discovery/discovery.schema.ts";
import { FindPrinters } from "../../../../renderer/features/printers/FindPrinters.tsx";
import { usePrinters } from "../../../../renderer/features/printers/use-printers.ts";
import { markupOf, textOf } from "../../render.ts";

const QUEUE: FoundQueues["list"][number] = {
  driver: "cups",
  queue: "ZD420",
  model: "Zebra ZD420",
  device: "usb://Zebra/ZD420",
  language: "ZPL",
  state: "ready",
  printerID: null,
};
const PRINTER: NetworkPrinter = {
  name: "Argox",
  model: "Argox OS-214",
  place: "Depot",
  host: "10.0.0.7",
  port: 9100,
  language: null,
  printerID: null,
};

it("a found queue and a found network printer can be added, unless the desk has that printer", () => {
  const shown = (own: readonly object[]): string => {
    const state = {
      printers: { list: own },
      queues: { isSearched: true, list: [QUEUE] },
      search: { step: "done", found: { isSearched: true, list: [PRINTER] } },
    };
    usePrinters.bind({
      getState: () => state,
      getInitialState: () => state,
      subscribe: () => () => undefined,
    } as never);
    return markupOf(FindPrinters, { choose: () => {} });
  };
  expect(textOf(shown([]))).toMatch(
    /ZD420 Zebra ZD420 .*Argox Argox OS-214 · Depot · 10\.0\.0\.7:9100/,
  );
  const offered = (own: readonly object[]): unknown =>
    [...shown(own).matchAll(/aria-label="([^"]+: (?:ZD420|Argox))"/g)].map(([, label]) => label);
  const queue = { driver: "cups", queue: "ZD420" };
  const network = { driver: "tcp", host: "10.0.0.7", port: 9100 };
  const [takesQueue, takesNetwork] = ["Use this printer: ZD420", "Use this printer: Argox"];
  expect([[], [queue], [network], [queue, network]].map(offered)).toEqual([
    [takesQueue, takesNetwork],
    [takesNetwork],
    [takesQueue],
    [],
  ]);
});
