import { describe, expect, it } from "vitest";
import { cupsSpooler } from "../../../../core/printing/cups/cups-spooler.ts";
import { createQueueFinder } from "../../../../core/printing/discovery/find-queues.ts";
import type { FoundQueue } from "../../../../core/printing/spooler.ts";
import { missingForCups, startCups } from "../../../helpers/cups.ts";
import { aPrinter } from "../a-printer.ts";

const aQueue: FoundQueue = {
  name: "zebra",
  makeAndModel: "",
  device: "usb://Zebra%20Technologies/ZTC%20ZD421-203dpi%20ZPL?serial=1",
  deviceID: "",
  state: "ready",
};

describe("the queues of this computer", () => {
  it.skipIf(missingForCups().length > 0)(
    "the listed queues are those of CUPS, with their states and with the desk's printer that uses them",
    async () => {
      const cups = await startCups();
      cups.addQueue("zebra", 9_100);
      cups.addQueue("spare", 9_101);
      cups.disable("spare");
      const { host: _, port: __, ...common } = aPrinter();
      const own = { ...common, transport: "cups", queue: "zebra" } as const;
      const found = await createQueueFinder({ driver: "cups", list: () => cupsSpooler.list() })([
        own,
      ]);
      const queue = { driver: "cups", model: "Local Raw Printer", language: null };
      expect(found).toEqual({
        isSearched: true,
        list: [
          {
            ...queue,
            queue: "spare",
            device: "socket://127.0.0.1:9101",
            state: "queue stopped",
            printerID: null,
          },
          {
            ...queue,
            queue: "zebra",
            device: "socket://127.0.0.1:9100",
            state: "ready",
            printerID: own.id,
          },
        ],
      });
    },
  );

  it("a queue gets its language from the device ID, the device or the model, and shows no password", async () => {
    const queues: readonly FoundQueue[] = [
      aQueue,
      { ...aQueue, device: "smb://desk:secret@server/etiket", makeAndModel: "TSC TE210" },
      { ...aQueue, device: "socket://10.0.0.7", deviceID: "MFG:Eltron;CMD:EPL2;MDL:LP2844;" },
      { ...aQueue, device: "ipp://%zz", makeAndModel: "Office" },
    ];
    const { list } = await createQueueFinder({
      driver: "cups",
      list: () => Promise.resolve(queues),
    })([]);
    expect(list.map(({ language, device, model }) => [language, device, model])).toEqual([
      ["ZPL", "usb://Zebra Technologies/ZTC ZD421-203dpi ZPL?serial=1", ""],
      ["TSPL", "smb://server/etiket", "TSC TE210"],
      ["EPL", "socket://10.0.0.7", "LP2844"],
      [null, "ipp://%zz", "Office"],
    ]);
  });

  it("queues are cached and refreshed in the background, so that a hanging print system delays nobody", async () => {
    let time = 0;
    let asked = 0;
    const answers: Promise<readonly FoundQueue[]>[] = [
      Promise.resolve([aQueue]),
      new Promise(() => undefined),
    ];
    const find = createQueueFinder({
      driver: "cups",
      list: () => answers[asked++] ?? Promise.resolve([]),
      now: () => time,
    });
    expect((await find([])).list).toHaveLength(1);
    time = 60_000;
    expect([(await find([])).list.length, (await find([])).list.length, asked]).toEqual([1, 1, 2]);
    const hanging = createQueueFinder({
      driver: "cups",
      list: () => new Promise(() => undefined),
      firstMs: 50,
    });
    expect(await hanging([])).toEqual({ list: [], isSearched: false });
    expect(
      await createQueueFinder({ driver: "cups", list: () => Promise.reject(new Error("none")) })(
        [],
      ),
    ).toEqual({ list: [], isSearched: false });
  });
});
