import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../../../core/base/log.ts";
import { askSnmp } from "../../../../core/printing/discovery/ask-snmp.ts";
import { browseMdns } from "../../../../core/printing/discovery/browse-mdns.ts";
import { searchNetwork } from "../../../../core/printing/discovery/search-network.ts";
import { createSimulator } from "../../../../core/printing/simulator/simulator.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { aPrinter } from "../a-printer.ts";

const onLoopback = {
  browse: (options: { readonly forMs: number }) =>
    browseMdns({ ...options, interface: "127.0.0.1" }),
  log: silentLog,
};

it(
  "a search finds a printer that announces itself, reads its language without a print, and recognises a known printer",
  { tags: "all" },
  async () => {
    const simulator = await createSimulator({
      port: 0,
      httpPort: 0,
      dir: join(temporaryFolder(), "jobs"),
      language: "TSPL",
      mdns: true,
      snmpPort: 0,
    });
    onTestFinished(() => simulator.close());
    const found = await searchNetwork({
      ...onLoopback,
      known: [],
      ask: (host) => askSnmp(host, { port: simulator.snmpPort ?? 0 }),
    });
    expect(found.isSearched).toBe(true);
    expect(found.list.filter(({ port }) => port === simulator.port)).toEqual([
      expect.objectContaining({
        host: "127.0.0.1",
        language: "TSPL",
        place: "Simulator",
        printerID: null,
      }),
    ]);
    const own = aPrinter({ port: simulator.port });
    const again = await searchNetwork({
      ...onLoopback,
      known: [own],
      ask: () => Promise.resolve(undefined),
    });
    expect(again.list.find(({ port }) => port === simulator.port)).toMatchObject({
      printerID: own.id,
      language: "TSPL",
    });
    expect(simulator.jobs()).toEqual([]);
  },
);

it("a network that cannot be searched is reported in the answer, and a printer without SNMP takes less than a second", async () => {
  expect(
    await searchNetwork({
      known: [],
      log: silentLog,
      browse: () => Promise.reject(new Error("no multicast")),
    }),
  ).toEqual({ list: [], isSearched: false });
  const begun = performance.now();
  expect(await askSnmp("127.0.0.1", { port: 9, timeoutMs: 500 })).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(1_000);
});
