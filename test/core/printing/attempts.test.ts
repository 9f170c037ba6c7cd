import { describe, expect, it } from "vitest";
import type { PrinterRecord, PrinterState } from "../../../core/printing/printers.schema.ts";
import type { PrintJobHistory } from "../../../core/printing/printing.schema.ts";
import {
  PrinterError,
  type PrinterTransport,
  type PrintOutcome,
} from "../../../core/printing/transports/transport.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import {
  eventually,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
} from "../../helpers/station.ts";
import { instantLabels as labels } from "./a-printer.ts";
import { aZplSocket, IDLE, identity, PAPER_OUT } from "./transports/a-zpl-socket.ts";

const jobOf = async (s: Station, id: string): Promise<PrintJobHistory> =>
  (await s.desk<PrintJobHistory>("GET", `/station/printjobs/${id}`)).data;
const addPrinter = async (s: Station, port: number, more: object = {}): Promise<string> =>
  (
    await s.desk<PrinterRecord>("POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port,
      ...more,
    })
  ).data.id;
const attempts = (s: Station): number =>
  s.core.deps.db.raw.prepare("SELECT count(*) FROM print_attempts").pluck().get() as number;

async function buyAndPrint(s: Station): Promise<string> {
  const shipment = await shipmentWithOffers(s);
  return (
    (
      await s.desk<DeskPurchase>("POST", "/station/purchases", {
        offerID: shipment.offers?.cheapest?.id,
        printAnyway: true,
      })
    ).data.printJob?.id ?? ""
  );
}

const until = (
  s: Station,
  id: string,
  status: PrintJobHistory["status"],
): Promise<PrintJobHistory> =>
  eventually(`the print job is ${status}`, async () => {
    const job = await jobOf(s, id);
    return job.status === status && job;
  });

/** A printer whose outcomes the test decides per label. */
function printerThat(send: (n: number) => PrintOutcome | PrinterError): PrinterTransport {
  let n = 0;
  return {
    proves: () => "CONFIRMED",
    send(_printer, _bytes, { onStage } = {}) {
      onStage?.("connected");
      const outcome = send((n += 1));
      return outcome instanceof PrinterError ? Promise.reject(outcome) : Promise.resolve(outcome);
    },
    probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
  };
}

describe("each attempt to send a label", () => {
  it("an attempt is a row with the times of its stages and the printer's own status text", async () => {
    const socket = await aZplSocket({
      answer: (question) => (question === "~HS" ? IDLE : undefined),
    });
    const s = await station({ world: { labels } });
    await addPrinter(s, socket.port);
    const { history, stages } = await until(s, await buyAndPrint(s), "CONFIRMED");
    const time = expect.stringMatching(/^2026-/);
    expect(history).toEqual([
      {
        number: 1,
        outcome: "CONFIRMED",
        printerID: expect.any(String),
        printerName: "Zebra",
        beganAt: time,
        preparedAt: time,
        sendingAt: time,
        connectedAt: time,
        sentAt: time,
        confirmedAt: time,
        endedAt: time,
        error: "",
        errorCode: "",
        words: expect.stringMatching(/^030,0,0,1200/),
      },
    ]);
    const [first] = history;
    expect(stages).toEqual({
      queuedAt: time,
      preparedAt: first?.preparedAt,
      sendingAt: first?.sendingAt,
      connectedAt: first?.connectedAt,
      sentAt: first?.sentAt,
      confirmedAt: first?.confirmedAt,
    });
    const times = [
      stages.queuedAt,
      first?.beganAt,
      first?.preparedAt,
      first?.sendingAt,
      first?.connectedAt,
      first?.sentAt,
      first?.confirmedAt,
      first?.endedAt,
    ];
    expect(times).toEqual(times.toSorted());
  });

  it("every attempt of a label is kept: not sent, then unknown, then answered and printed again", async () => {
    const printers = printerThat(
      (n) =>
        [
          new PrinterError("nothing", "unreachable", "Not there."),
          new PrinterError("maybe", "connection lost", "Lost.", "030,1"),
          { state: "SENT" } as const,
        ][n - 1] ?? { state: "SENT" },
    );
    const s = await station({ world: { printers, labels } });
    await addPrinter(s, 9_100);
    const id = await buyAndPrint(s);
    await eventually(
      "the first attempt is over",
      async () => (await jobOf(s, id)).lastErrorCode === "unreachable",
    );
    s.clock.nowMs += 60_000;
    await s.desk("PUT", "/station/printers/roles", {});
    await until(s, id, "UNKNOWN");
    await s.desk("POST", `/station/printjobs/${id}/answer`, { printed: false });
    const { history } = await until(s, id, "SENT");
    expect(
      history.map(({ number, outcome, errorCode, error, words, confirmedAt }) => ({
        number,
        outcome,
        errorCode,
        error,
        words,
        confirmedAt,
      })),
    ).toEqual([
      {
        number: 1,
        outcome: "NOT SENT",
        errorCode: "unreachable",
        error: "Not there.",
        words: "",
        confirmedAt: null,
      },
      {
        number: 2,
        outcome: "UNKNOWN",
        errorCode: "connection lost",
        error: "Lost.",
        words: "030,1",
        confirmedAt: null,
      },
      { number: 3, outcome: "SENT", errorCode: "", error: "", words: "", confirmedAt: null },
    ]);
    expect(
      s.core.deps.db.raw.prepare("SELECT answered_by, answered_how FROM print_jobs").get(),
    ).toEqual({ answered_by: s.started.memberID, answered_how: "button" });
  });

  it("an attempt is written before the printer gets a byte, and is UNKNOWN when the station stops during it", async () => {
    const dataDir = temporaryFolder();
    const rows: unknown[] = [];
    const never = Promise.withResolvers<PrintOutcome>();
    const printers: PrinterTransport = {
      proves: () => "CONFIRMED",
      send() {
        rows.push(
          first.core.deps.db.raw.prepare("SELECT outcome, number FROM print_attempts").get(),
        );
        return never.promise;
      },
      probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
    };
    const first = await station({ dataDir, world: { printers, labels } });
    await addPrinter(first, 9_100);
    const id = await buyAndPrint(first);
    await eventually("the label is on its way", () => rows.length === 1);
    expect([rows, (await jobOf(first, id)).status]).toEqual([
      [{ outcome: "SENDING", number: 1 }],
      "SENDING",
    ]);
    never.reject(new Error("the process ends"));
    await until(first, id, "UNKNOWN");
    first.core.deps.db.raw.exec(
      "UPDATE print_jobs SET status = 'SENDING'; UPDATE print_attempts SET outcome = 'SENDING', ended_at = NULL",
    );
    await first.stop();
    const second = await station({ dataDir, world: { printers, labels } });
    expect(await jobOf(second, id)).toMatchObject({
      status: "UNKNOWN",
      history: [{ outcome: "UNKNOWN", errorCode: "station stopped", endedAt: expect.any(String) }],
    });
  });
});

describe("a printer with a known fault", () => {
  it(
    "a printer with a known fault gets no attempt, and gets the label within half a second after reporting ready",
    { tags: "all" },
    async () => {
      let isOut = true;
      const socket = await aZplSocket({
        answer: (question) => (question === "~HS" ? (isOut ? PAPER_OUT : IDLE) : undefined),
      });
      const s = await station({ world: { labels } });
      await addPrinter(s, socket.port);
      await eventually(
        "the fault is known",
        async () =>
          (await s.desk<{ labelPrinter: { state: string } }>("GET", "/station/desk")).data
            .labelPrinter.state === "paper out",
      );
      const id = await buyAndPrint(s);
      expect(
        await eventually("the label waits for paper", async () =>
          (await jobOf(s, id)).lastErrorCode === "paper out" ? jobOf(s, id) : undefined,
        ),
      ).toMatchObject({ printerName: "Zebra", printerID: null });
      const asked = socket.asked.length;
      await eventually("the printer is asked again", () => socket.asked.length > asked + 1);
      expect([attempts(s), (await jobOf(s, id)).attempts]).toEqual([0, 0]);
      isOut = false;
      const before = socket.asked.length;
      await eventually("the label is there", () => socket.labels.length === 1);
      const answeredAt = socket.asked[before]?.at ?? 0;
      expect(performance.now() - answeredAt).toBeLessThan(500);
      expect((await until(s, id, "CONFIRMED")).history).toHaveLength(1);
    },
  );

  it("a label waits without an attempt while the system's print queue is stopped, and is printed when the queue runs again", async () => {
    let state: PrinterState["state"] = "queue stopped";
    let sent = 0;
    const printers: PrinterTransport = {
      proves: () => "SENT",
      send: () => {
        sent += 1;
        return state === "ready"
          ? Promise.resolve({ state: "SENT" })
          : Promise.reject(new PrinterError("nothing", "queue stopped", "Stopped."));
      },
      probe: () => Promise.resolve({ state, message: "Stopped." }),
    };
    const s = await station({ world: { printers, labels } });
    await addPrinter(s, 9_100);
    await eventually(
      "the state is known",
      async () =>
        (await s.desk<{ labelPrinter: { state: string } }>("GET", "/station/desk")).data
          .labelPrinter.state === "queue stopped",
    );
    const id = await buyAndPrint(s);
    const waits = await eventually("the label waits", async () =>
      (await jobOf(s, id)).lastErrorCode === "queue stopped" ? jobOf(s, id) : undefined,
    );
    expect([waits.status, sent, attempts(s)]).toEqual(["QUEUED", 0, 0]);
    state = "ready";
    await until(s, id, "SENT");
  });

  it("a printer that is switched off under Printers gets no label", async () => {
    const socket = await aZplSocket({
      answer: (question) => (question === "~HS" ? IDLE : undefined),
    });
    const s = await station({ world: { labels } });
    const printerID = await addPrinter(s, socket.port, { isActive: false });
    const id = await buyAndPrint(s);
    await eventually(
      "the label waits",
      async () => (await jobOf(s, id)).lastErrorCode === "printer off",
    );
    expect([socket.labels.length, socket.asked.length, attempts(s)]).toEqual([0, 0, 0]);
    await s.desk("PATCH", `/station/printers/${printerID}`, { isActive: true });
    await until(s, id, "CONFIRMED");
  });
});

describe("a printer that answered before and is silent now", () => {
  it(
    "a silent printer gets no label even after the station restarts, until a person disables the status query",
    { tags: "all" },
    async () => {
      let isSilent = false;
      const dataDir = temporaryFolder();
      const socket = await aZplSocket({
        answer: (question) => (question === "~HS" && !isSilent ? IDLE : undefined),
      });
      const first = await station({ dataDir, world: { labels } });
      const printerID = await addPrinter(first, socket.port);
      await until(first, await buyAndPrint(first), "CONFIRMED");
      await first.stop();
      isSilent = true;
      const second = await station({ dataDir, world: { labels } });
      const id = await buyAndPrint(second);
      await eventually(
        "the label waits",
        async () => (await jobOf(second, id)).lastErrorCode === "no answer",
      );
      second.clock.nowMs += 24 * 3_600_000;
      await eventually("the printer is asked again", () => socket.asked.length > 8);
      expect([socket.labels.length, (await jobOf(second, id)).status]).toEqual([1, "QUEUED"]);
      await second.desk("PATCH", `/station/printers/${printerID}`, { asksState: "never" });
      await until(second, id, "SENT");
      expect(socket.labels).toHaveLength(2);
      expect(
        (
          await second.desk<PrinterRecord>("PATCH", `/station/printers/${printerID}`, {
            asksState: "auto",
          })
        ).data.asksState,
      ).toBeUndefined();
    },
  );
});

describe("a printer that identifies itself", () => {
  it("a printer is listed with its model, firmware and density, and with a warning when its record has another density", async () => {
    const socket = await aZplSocket({
      answer: (question) => ({ "~HS": IDLE, "~HI": identity("ZD421-300dpi ZPL", 12) })[question],
    });
    const s = await station({ world: { labels } });
    await addPrinter(s, socket.port);
    const device = async (): Promise<unknown> =>
      (await s.desk<{ list: { device: unknown }[] }>("GET", "/station/printers")).data.list[0]
        ?.device ?? undefined;
    expect(await eventually("it has named itself", device)).toEqual({
      model: "ZD421-300dpi ZPL",
      firmware: "V75.20.01Z",
      dpi: 300,
      warning: "density differs",
    });
  });
});
