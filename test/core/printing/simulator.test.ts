import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSimulator } from "../../../core/printing/simulator/simulator.ts";
import { createZplStream } from "../../../core/printing/simulator/zpl-stream.ts";
import { createTcpTransport } from "../../../core/printing/transports/tcp.ts";
import { eventually } from "../../helpers/station.ts";
import { aFolder, aPrinter, aSimulator, aZpl } from "./a-printer.ts";

const MAIN = fileURLToPath(new URL("../../../core/printing/simulator/main.ts", import.meta.url));
/**
 * Time limit of a test, ms. Starting a process and rendering use only the processor, and a busy
 * machine takes longer.
 */
const PATIENCE_MS = 60_000;

type Started = {
  readonly process: ChildProcess;
  readonly port: number;
  readonly page: string;
  readonly kept: number;
};

async function start(dir: string, ...flags: string[]): Promise<Started> {
  const child = spawn(
    process.execPath,
    [MAIN, "--port", "0", "--http", "0", "--dir", dir, ...flags],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const match = /tcp:\/\/127\.0\.0\.1:(\d+)\npage: +(\S+)\njobs: +.*\((\d+) kept\)\n/.exec(
      printed,
    );
    if (match !== null)
      return {
        process: child,
        port: Number(match[1]),
        page: match[2] ?? "",
        kept: Number(match[3]),
      };
  }
  throw new Error(`the simulator did not start: ${printed}`);
}

async function jobsAt(
  page: string,
  query = "",
): Promise<{ n: number; barcodes: string[] | null }[]> {
  return (await (await fetch(`${page}/jobs${query}`)).json()) as {
    n: number;
    barcodes: string[] | null;
  }[];
}

describe("the simulator's stream", { timeout: PATIENCE_MS }, () => {
  it("the same labels and queries are found however the stream is split", () => {
    const labels = [
      "^XA^FDone^FS^XZ",
      "^XA^GFA,4,4,1,:Z64:eJxjYAAAAAIAAQ==:1234^FS^XZ",
      "^xa^FD^XYZ ~H^FS^xz",
    ];
    const stream = `noise~HSCT~~CD,~CC^~CT~${labels[0]}\r\n${labels[1]}~HS~HI~HQOD~JA~HS${labels[2]}! U1 getvar "odometer.total_label_count"\r\n^X`;
    const expected = [
      "status",
      labels[0],
      labels[1],
      "status",
      "identity",
      "odometer",
      "status",
      labels[2],
      "label count",
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: stream.length }), { maxLength: 12 }), (cuts) => {
        const ear = createZplStream();
        const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const events = at
          .slice(1)
          .flatMap((until, i) => ear.feed(Buffer.from(stream.slice(at[i], until), "latin1")));
        expect(
          events.map((event) =>
            event.kind === "query" ? event.query : Buffer.from(event.bytes).toString("latin1"),
          ),
        ).toEqual(expected);
        expect(ear.garbageBytes).toBe("noise".length);
      }),
      { numRuns: 300 },
    );
  });

  it("every byte of a label is kept, and ~HS inside a label is data", () => {
    const label = Buffer.concat([
      Buffer.from("^XA^FD~HS "),
      Buffer.from(Array.from({ length: 256 }, (_, i) => i).filter((byte) => byte !== 0x5e)),
      Buffer.from("^XZ"),
    ]);
    expect(createZplStream().feed(label)).toEqual([
      { kind: "label", bytes: new Uint8Array(label), copies: 1, garbageBytes: 0 },
    ]);
  });
});

describe("the simulator", { timeout: PATIENCE_MS }, () => {
  it("one connection carries several labels with ~HS between them, answered once earlier labels are on disk", async () => {
    const dir = aFolder();
    const simulator = await aSimulator({ mode: "ok" }, dir);
    const socket = connect(simulator.port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    socket.write(Buffer.concat([aZpl("A1"), aZpl("A2"), Buffer.from("~HS")]));
    await expect.poll(() => received.split("\u0003").length - 1, { timeout: 30_000 }).toBe(3);
    expect(
      readdirSync(dir)
        .filter((file) => file.endsWith(".zpl"))
        .map((file) => file.slice(0, 6)),
    ).toEqual(["00001-", "00002-"]);
    socket.write(aZpl("A3"));
    await expect
      .poll(() => simulator.jobs().map((job) => job.n), { timeout: 30_000 })
      .toEqual([1, 2, 3]);
    socket.destroy();
  });

  it("labels received while the simulator is out of paper are printed once it has paper", async () => {
    const simulator = await aSimulator({ mode: "paper out" });
    connect(simulator.port, "127.0.0.1").end(aZpl());
    await expect
      .poll(
        async () => (await createTcpTransport().probe(aPrinter({ port: simulator.port }))).state,
      )
      .toBe("paper out");
    expect(simulator.jobs()).toEqual([]);
    simulator.setBehaviour({ mode: "ok" });
    await expect.poll(() => simulator.jobs().length, { timeout: 30_000 }).toBe(1);
  });

  it(
    "after a kill jobs are kept, their numbers continue, and a label whose details are lost is read again",
    { tags: "all" },
    async () => {
      const dir = aFolder();
      const first = await start(dir);
      const driver = createTcpTransport();
      for (const code of ["K1", "K2", "K3"])
        expect(await driver.send(aPrinter({ port: first.port }), aZpl(code))).toMatchObject({
          state: "CONFIRMED",
        });
      first.process.kill("SIGKILL");
      await once(first.process, "exit");

      const notes = readdirSync(dir)
        .filter((file) => file.endsWith(".json"))
        .sort();
      rmSync(join(dir, notes[0] ?? ""));
      truncateSync(join(dir, notes[1] ?? ""), 10);
      writeFileSync(join(dir, "00004-half.zpl.part"), "^XA");

      const second = await start(dir);
      expect(second.kept).toBe(3);
      await driver.send(aPrinter({ port: second.port }), aZpl("K4"));
      expect((await jobsAt(second.page)).map((job) => job.n)).toEqual([4, 3, 2, 1]);
      expect((await jobsAt(second.page, "?barcode=K2")).map((job) => job.n)).toEqual([2]);
      second.process.kill("SIGTERM");
      expect(await once(second.process, "exit")).toEqual([0, null]);
    },
  );

  it(
    "the simulator starts in the given mode, and rejects unknown or invalid options",
    { tags: "all" },
    async () => {
      const started = await start(aFolder(), "--paper-out");
      expect(await createTcpTransport().probe(aPrinter({ port: started.port }))).toMatchObject({
        state: "paper out",
      });
      for (const flags of [
        ["--port", "x"],
        ["--dpi", "72"],
        ["--lies", "--silent"],
        ["--unknown"],
        ["--slow-ms", "x"],
        ["--language", "PCL"],
        ["--connections", "two"],
      ]) {
        const child = spawn(process.execPath, [MAIN, ...flags], { stdio: "ignore" });
        expect(await once(child, "exit")).toEqual([2, null]);
      }
    },
  );

  it(
    "the simulator starts with the given language, roll, line and connections",
    { tags: "all" },
    async () => {
      const { page } = await start(
        aFolder(),
        "--language",
        "TSPL",
        "--paper-after-labels",
        "40",
        "--bytes-per-second",
        "960",
        "--ending",
        "half-close",
        "--connections",
        "one-others-wait",
        "--slow",
        "--slow-ms",
        "50",
      );
      expect(await (await fetch(`${page}/behaviour`)).json()).toEqual({
        mode: "slow",
        slowMs: 50,
        cutAfterBytes: 1_000,
        paperAfterLabels: 40,
        bytesPerSecond: 960,
        ending: "half-close",
        connections: "one, others wait",
      });
      expect(await (await fetch(`${page}/printer`)).json()).toMatchObject({ language: "TSPL" });
    },
  );

  it("a port in use is reported", async () => {
    const simulator = await aSimulator();
    await expect(createSimulator({ port: simulator.port, dir: aFolder() })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });
});

describe("the simulator's page", { timeout: PATIENCE_MS }, () => {
  it("the page finds a label by its barcode right after the print, and shows it", async () => {
    const simulator = await aSimulator();
    const send = createTcpTransport();
    for (const code of ["F1", "F2", "F2"])
      await send.send(aPrinter({ port: simulator.port }), aZpl(code));
    expect(await jobsAt(simulator.httpUrl, "?barcode=F2")).toMatchObject([
      { n: 3, barcodes: ["F2"] },
      { n: 2, barcodes: ["F2"] },
    ]);
    expect(await jobsAt(simulator.httpUrl, "?barcode=F")).toEqual([]);

    const picture = await fetch(`${simulator.httpUrl}/jobs/2.png`);
    expect([
      picture.status,
      picture.headers.get("content-type"),
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ]).toEqual([200, "image/png", "PNG"]);
    expect(
      Buffer.from(await (await fetch(`${simulator.httpUrl}/jobs/1.zpl`)).arrayBuffer()).toString(),
    ).toBe(Buffer.from(aZpl("F1")).toString().trim());
    expect(await (await fetch(simulator.httpUrl)).text()).toContain("Packbench printer");
  });

  it("the page uses the browser's first language that it has, and English otherwise", async () => {
    const simulator = await aSimulator();
    const titleFor = async (accepted: string): Promise<string> =>
      /<html lang="(\w+)">/.exec(
        await (await fetch(simulator.httpUrl, { headers: { "accept-language": accepted } })).text(),
      )?.[1] ?? "";
    expect(
      await Promise.all(
        [
          "tr-TR,tr;q=0.9,en;q=0.8",
          "en-GB,tr;q=0.5",
          "de-DE,tr;q=0.4,en;q=0.2",
          "de",
          "tr;q=0, en;q=0.1",
          "",
        ].map(titleFor),
      ),
    ).toEqual(["tr", "en", "tr", "en", "en", "en"]);
    const page = await (
      await fetch(simulator.httpUrl, { headers: { "accept-language": "tr" } })
    ).text();
    expect(page).toContain('<option value="paper out">etiketi bitti</option>');
    expect(page).toContain("Etiketler yazdırıldıkça burada görünür.");
  });

  it(
    "symbols are read only when somebody opens the page, which lists labels first and their symbols later",
    { tags: "all" },
    async () => {
      const simulator = await aSimulator();
      await createTcpTransport().send(aPrinter({ port: simulator.port }), aZpl("G1"));
      await eventually("it is printed", () => simulator.jobs().length === 1);
      expect(await jobsAt(simulator.httpUrl)).toMatchObject([{ n: 1, barcodes: null }]);
      await eventually("it is read", async () =>
        isDeepStrictEqual((await jobsAt(simulator.httpUrl))[0]?.barcodes, ["G1"]),
      );
    },
  );

  it("a job that is not a label is stored without symbols and without a picture", async () => {
    const simulator = await aSimulator();
    await createTcpTransport().send(aPrinter({ port: simulator.port }), Buffer.from("^XA^XZ"));
    expect(await jobsAt(simulator.httpUrl, "?barcode=X")).toEqual([]);
    expect(await jobsAt(simulator.httpUrl)).toMatchObject([{ n: 1, bytes: 6, barcodes: [] }]);
    expect((await fetch(`${simulator.httpUrl}/jobs/1.png`)).status).toBe(422);
  });

  it("invalid requests are rejected", async () => {
    const simulator = await aSimulator();
    const post = (body: string, type = "application/json"): Promise<Response> =>
      fetch(`${simulator.httpUrl}/behaviour`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
    const statuses = await Promise.all([
      post('{"mode":"paused"}'),
      post('{"mode":"dancing"}'),
      post('{"mode":"ok","more":1}'),
      post("{"),
      post('{"mode":"ok"}', "text/plain"),
      post(`{"mode":"${"x".repeat(5_000)}"}`),
      fetch(`${simulator.httpUrl}/jobs?colour=red`),
      fetch(`${simulator.httpUrl}/jobs?barcode=`),
      fetch(`${simulator.httpUrl}/jobs/1.zpl`),
      fetch(`${simulator.httpUrl}/jobs/..%2f..%2fetc.zpl`),
      fetch(`${simulator.httpUrl}/jobs`, { method: "DELETE" }),
      fetch(`${simulator.httpUrl}/nothing`),
    ]);
    expect(statuses.map((response) => response.status)).toEqual([
      200, 400, 400, 400, 415, 413, 400, 400, 404, 404, 405, 404,
    ]);
    expect(await (await fetch(`${simulator.httpUrl}/behaviour`)).json()).toMatchObject({
      mode: "paused",
    });
  });

  it("other host names are rejected, so that a foreign page cannot reach the simulator through them", async () => {
    const simulator = await aSimulator();
    const socket = connect(Number(new URL(simulator.httpUrl).port), "127.0.0.1");
    socket.write("GET /jobs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 403 /);
  });
});
