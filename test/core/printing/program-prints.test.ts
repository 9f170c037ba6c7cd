/** Prints that other programs request through the local API, on simulated printers. */
import { describe, expect, it } from "vitest";
import { createCanvas, paintBox } from "../../../core/labels/draw/canvas.ts";
import { encodePng } from "../../../core/labels/png.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { Simulator } from "../../../core/printing/simulator/simulator.ts";
import type { BehaviourInput } from "../../../core/printing/simulator/behaviour.ts";
import {
  boughtShipment,
  call,
  eventually,
  memberWithToken,
  station,
  trueTime,
  type Answer,
  type Station,
} from "../../helpers/station.ts";
import { aSimulator, aZpl } from "./a-printer.ts";

const PATIENCE_MS = 60_000;
const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64");
/** A black box on white. */
const PNG = base64(pictureOfBox());

function pictureOfBox(): Uint8Array {
  const canvas = createCanvas(400, 300);
  paintBox(canvas, { x: 50, y: 50, width: 300, height: 100 });
  return encodePng(canvas, 8);
}

type Desk = { readonly s: Station; readonly simulator: Simulator; readonly printerID: string };

async function aDesk(behaviour: BehaviourInput = { mode: "ok" }): Promise<Desk> {
  const [s, simulator] = await Promise.all([
    station({ settings: { rateLimit: null }, world: { now: trueTime } }),
    aSimulator(behaviour),
  ]);
  const { id: printerID } = (
    await s.desk<{ id: string }>("POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port: simulator.port,
    })
  ).data;
  return { s, simulator, printerID };
}

async function aToken(s: Station, ...scopes: string[]): Promise<string> {
  return (await s.call<{ token: string }>("POST", "/apitokens", { scopes })).body.data.token;
}

const post = <T = PrintJob>(
  s: Station,
  body: unknown,
  headers?: Record<string, string>,
): Promise<Answer<T>> => s.call<T>("POST", "/station/printjobs", body, headers);

/** @returns The job, once it has one of these statuses. */
function reached(s: Station, id: string, ...states: string[]): Promise<PrintJob> {
  return eventually(`the job is ${states.join(" or ")}`, async () => {
    const { data } = (await s.call<PrintJob>("GET", `/station/printjobs/${id}`)).body;
    return states.includes(data.status) && data;
  });
}

/** The ZPL of each printed label. */
const printed = (simulator: Simulator): Promise<string[]> =>
  Promise.all(
    simulator
      .jobs()
      .map(async ({ n }) => (await fetch(`${simulator.httpUrl}/jobs/${n}.zpl`)).text()),
  );

/** Whether each printed label contains this text; reading its barcode takes much longer. */
const printedWith = async (simulator: Simulator, text: string): Promise<boolean[]> =>
  (await printed(simulator)).map((zpl) => zpl.includes(text));

describe("a print of another program", { timeout: PATIENCE_MS }, () => {
  it("a program's ZPL is printed on the label printer, and the print becomes CONFIRMED", async () => {
    const { s, simulator } = await aDesk();
    const made = await post(s, { content: base64(aZpl("PROGRAM1")), title: "Shelf 7" });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { status: "QUEUED", kind: "DOCUMENT", title: "Shelf 7", shipmentID: "", copies: 1 },
    ]);
    expect(await reached(s, made.body.data.id, "CONFIRMED", "FAILED")).toMatchObject({
      status: "CONFIRMED",
      printerName: "Zebra",
    });
    expect(await simulator.jobsWith("PROGRAM1")).toMatchObject([{ n: 1 }]);
  });

  it("a print goes to the named printer, or to the printer with the named role", async () => {
    const { s, simulator } = await aDesk();
    const other = await aSimulator();
    const { id } = (
      await s.desk<{ id: string }>("POST", "/station/printers", {
        name: "Second",
        driver: "tcp",
        host: "127.0.0.1",
        port: other.port,
      })
    ).data;
    await s.desk("PUT", "/station/printers/roles", { packingSlip: id });
    const jobs = [
      await post(s, { content: base64(aZpl("N1")), printerID: id }),
      await post(s, { content: base64(aZpl("N2")), role: "packingSlip" }),
      await post(s, { content: PNG }),
    ];
    for (const { body } of jobs) await reached(s, body.data.id, "CONFIRMED");
    expect([simulator.jobs().length, other.jobs().length]).toEqual([1, 2]);
    expect(
      (await post(s, { content: PNG, printerID: "01900000-0000-7000-8000-00000000dead" })).body,
    ).toMatchObject({ code: "E2025" });
  });

  it("a print of an earlier upload is requested by its hash", async () => {
    const { s, simulator } = await aDesk();
    const { hash } = (
      await s.call<{ hash: string }>("POST", "/station/documents", {
        content: base64(aZpl("HASH1")),
      })
    ).body.data;
    const { id } = (await post(s, { documentHash: hash })).body.data;
    await reached(s, id, "CONFIRMED");
    expect(await printedWith(simulator, "HASH1")).toEqual([true]);
    expect((await post(s, { documentHash: "0".repeat(64) })).body).toMatchObject({ code: "E2056" });
  });

  it("a print is created once per Idempotency-Key, and the key with another body is E2007", async () => {
    const { s, simulator } = await aDesk({ mode: "paper out" });
    const [body, key] = [
      { content: base64(aZpl("ONCE")), copies: 1 },
      { "idempotency-key": "shelf-7" },
    ];
    const answers = await Promise.all([post(s, body, key), post(s, body, key), post(s, body, key)]);
    answers.push(await post(s, body, key));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect((await post(s, { ...body, copies: 2 }, key)).body.code).toBe("E2007");
    simulator.setBehaviour({ mode: "ok" });
    await reached(s, answers[0]?.body.data.id ?? "", "CONFIRMED");
    expect(simulator.jobs()).toHaveLength(1);
  });

  it("a retry is answered from the job itself when a crash lost the first answer", async () => {
    const { s } = await aDesk({ mode: "paper out" });
    const [body, key] = [{ content: base64(aZpl("CRASH")) }, { "idempotency-key": "crash" }];
    const { id } = (await post(s, body, key)).body.data;
    s.core.deps.db.raw.exec("UPDATE idempotency_keys SET status = NULL, body = NULL");
    const again = await post(s, body, key);
    expect([again.status, again.headers.get("idempotent-replayed"), again.body.data.id]).toEqual([
      201,
      "true",
      id,
    ]);
    expect(
      (await s.call<{ list: unknown[] }>("GET", "/station/printjobs")).body.data.list,
    ).toHaveLength(1);
  });

  it("an invalid print is rejected with the fields that are wrong", async () => {
    const { s } = await aDesk();
    const message = async (body: unknown): Promise<unknown[]> => {
      const answer = await post(s, body);
      return [answer.status, answer.body.code, answer.body.message];
    };
    const content = base64(aZpl());
    expect(await message({ content, copies: 101 })).toEqual([
      400,
      "E1085",
      expect.stringContaining("copies: "),
    ]);
    expect(await message({ content, timeToLiveSeconds: 5 })).toEqual([
      400,
      "E1085",
      expect.stringContaining("timeToLiveSeconds: "),
    ]);
    expect(await message({ content, documentHash: "0".repeat(64) })).toEqual([
      400,
      "E1085",
      expect.stringContaining("Either content or documentHash is needed."),
    ]);
    expect(
      await message({ content, printerID: "01900000-0000-7000-8000-00000000dead", role: "label" }),
    ).toEqual([400, "E1085", expect.stringContaining("not both")]);
    expect(await message({})).toEqual([
      400,
      "E1085",
      expect.stringContaining("Either content or documentHash is needed."),
    ]);
    expect(await message({ shipmentID: "x" })).toEqual([
      400,
      "E1085",
      expect.stringContaining("shipmentID: "),
    ]);
    expect(await message({ content: base64("hello") })).toEqual([400, "E2029", expect.anything()]);
  });

  it("a program's ZPL is sent without the commands that would change the printer or add copies", async () => {
    const { s, simulator } = await aDesk();
    const { id } = (
      await post(s, {
        content: base64("^XA^MMT^JUS^FO50,50^A0N,40,40^FDHello^FS^PQ50^XZ~JR^XA^IDR:*.*^XZ"),
      })
    ).body.data;
    await reached(s, id, "CONFIRMED", "SENT", "FAILED");
    const sent = (await printed(simulator)).join("");
    expect(sent).not.toMatch(/\^JU|~JR|\^ID|\^PQ[^1]/);
  });

  it(
    "a print can be cancelled while it waits, but not after it has ended",
    { tags: "all" },
    async () => {
      const { s, simulator } = await aDesk({ mode: "paper out" });
      const { id } = (await post(s, { content: base64(aZpl("CANCEL")) })).body.data;
      await eventually(
        "the job is cancelled",
        async () => (await s.call("DELETE", `/station/printjobs/${id}`)).status === 200 && true,
      );
      expect((await s.call("GET", `/station/printjobs/${id}`)).body.data).toMatchObject({
        status: "FAILED",
        lastErrorCode: "cancelled",
      });
      expect((await s.call("DELETE", `/station/printjobs/${id}`)).body.code).toBe("E2071");
      simulator.setBehaviour({ mode: "ok" });
      const { id: next } = (await post(s, { content: base64(aZpl("NEXT")) })).body.data;
      await reached(s, next, "CONFIRMED");
      expect(simulator.jobs()).toHaveLength(1);
    },
  );

  it("a program can follow a print by its events until the print ends", async () => {
    const { s, simulator } = await aDesk({ mode: "paper out" });
    const { id } = (await post(s, { content: base64(aZpl("EVENTS")) })).body.data;
    const response = await fetch(`${s.url}/station/printjobs/${id}/events`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    simulator.setBehaviour({ mode: "ok" });
    const states = Array.from(
      (await response.text()).matchAll(/^event: printjob\ndata: (.*)$/gm),
      ([, data]) => (JSON.parse(data ?? "") as PrintJob).status,
    );
    expect([
      states[0] === "QUEUED" || states[0] === "SENDING",
      states.at(-1),
      states.filter((state) => state === "CONFIRMED").length,
    ]).toEqual([true, "CONFIRMED", 1]);
    const again = await fetch(`${s.url}/station/printjobs/${id}/events`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect(await again.text()).toContain('"status":"CONFIRMED"');
  });

  it("a printer is listed with its state and the number of prints that wait for it", async () => {
    const { s, printerID } = await aDesk({ mode: "head open" });
    await post(s, { content: base64(aZpl("W1")) });
    await post(s, { content: base64(aZpl("W2")), printerID });
    const found = await eventually("the head is seen open", async () => {
      const { list } = (
        await s.call<{
          list: { id: string; state: string; stateAt: string | null; waiting: number }[];
        }>("GET", "/station/printers")
      ).body.data;
      return list[0]?.state === "head open" && list[0].waiting === 2 && list[0];
    });
    expect(found).toMatchObject({
      id: printerID,
      stateAt: expect.stringMatching(/^\d{4}-/) as string,
    });
  });
});

describe("a waiting print of another program", { timeout: PATIENCE_MS }, () => {
  it("a program's print is printed in the requested number of copies", async () => {
    const { s, simulator } = await aDesk();
    const { id } = (await post(s, { content: base64(aZpl("COPIES")), copies: 3 })).body.data;
    expect(await reached(s, id, "CONFIRMED", "SENT", "FAILED")).toMatchObject({
      copies: 3,
      copiesDone: 3,
    });
    expect(await printedWith(simulator, "COPIES")).toEqual([true, true, true]);
  });

  it("a waiting print fails when it expires, and is never printed later", async () => {
    const [s, simulator] = await Promise.all([
      station({ settings: { rateLimit: null } }),
      aSimulator({ mode: "paper out" }),
    ]);
    await s.desk("POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port: simulator.port,
    });
    const { id } = (await post(s, { content: base64(aZpl("LATE")), timeToLiveSeconds: 60 })).body
      .data;
    s.clock.nowMs += 61_000;
    expect(await reached(s, id, "FAILED")).toMatchObject({ lastErrorCode: "expired" });
    simulator.setBehaviour({ mode: "ok" });
    const { id: next } = (await post(s, { content: base64(aZpl("ON TIME")) })).body.data;
    await reached(s, next, "CONFIRMED");
    expect(simulator.jobs()).toHaveLength(1);
  });
});

describe("a token that may only print", { timeout: PATIENCE_MS }, () => {
  it("a token with the scope print prints pictures, and with print:raw also ZPL", async () => {
    const { s } = await aDesk();
    const [print, raw] = [await aToken(s, "print"), await aToken(s, "print:raw")];
    const send = async (token: string, body: unknown): Promise<unknown[]> => {
      const answer = await call(s.url, token, { method: "POST", path: "/station/printjobs", body });
      return [answer.status, answer.body.code ?? ""];
    };
    const { hash } = (
      await s.call<{ hash: string }>("POST", "/station/documents", { content: base64(aZpl("T0")) })
    ).body.data;
    const zpl = { content: base64(aZpl("T1")) };
    expect([
      await send(print, zpl),
      await send(print, { documentHash: hash }),
      await send(print, { content: PNG }),
      await send(raw, zpl),
      await send(raw, { content: PNG }),
    ]).toEqual([
      [403, "E2070"],
      [403, "E2070"],
      [201, ""],
      [201, ""],
      [201, ""],
    ]);
    const { shipment } = await boughtShipment(s);
    expect(await send(raw, { shipmentID: shipment.id })).toEqual([403, "E1055"]);
  });

  it("a print-only token does not get the answer of another token's request with the same key", async () => {
    const { s } = await aDesk({ mode: "paper out" });
    const [raw, print] = [await aToken(s, "print:raw"), await aToken(s, "print")];
    const send = (token: string): Promise<Answer<PrintJob>> =>
      call(s.url, token, {
        method: "POST",
        path: "/station/printjobs",
        body: { content: base64(aZpl("KEY")) },
        headers: { "idempotency-key": "same" },
      });
    const [first, again, other] = [await send(raw), await send(raw), await send(print)];
    expect([first.status, again.body.data.id === first.body.data.id, other.body.code]).toEqual([
      201,
      true,
      "E2070",
    ]);
  });

  it("a print-only token sees only the jobs that it created", async () => {
    const { s } = await aDesk({ mode: "paper out" });
    const [one, two] = [await aToken(s, "print"), await aToken(s, "print")];
    const make = async (token: string): Promise<string> =>
      (
        await call<PrintJob>(s.url, token, {
          method: "POST",
          path: "/station/printjobs",
          body: { content: PNG },
        })
      ).body.data.id;
    const [first, second] = [await make(one), await make(two)];
    await post(s, { content: PNG });
    const as = async (
      token: string,
      method: string,
      path: string,
    ): Promise<Answer<{ list: PrintJob[] }>> => call(s.url, token, { method, path });
    expect((await as(one, "GET", "/station/printjobs")).body.data.list.map(({ id }) => id)).toEqual(
      [first],
    );
    expect((await as(one, "GET", "/station/printjobs?status=CONFIRMED")).body.data.list).toEqual(
      [],
    );
    expect([
      (await as(one, "GET", `/station/printjobs/${second}`)).status,
      (await as(one, "DELETE", `/station/printjobs/${second}`)).status,
      (await as(one, "GET", `/station/printjobs/${first}`)).status,
    ]).toEqual([404, 404, 200]);
    await eventually(
      "the token's own job is cancelled",
      async () => (await as(two, "DELETE", `/station/printjobs/${second}`)).status === 200 && true,
    );
  });

  it("only an owner or admin creates a print-only token, which cannot create tokens", async () => {
    const { s } = await aDesk();
    const make = async (token: string, scopes: string[]): Promise<number> =>
      (await call(s.url, token, { method: "POST", path: "/apitokens", body: { scopes } })).status;
    const [user, admin, print] = [
      memberWithToken(s, "user").token,
      memberWithToken(s, "admin").token,
      await aToken(s, "print"),
    ];
    expect([
      await make(user, ["print"]),
      await make(user, ["read", "print:raw"]),
      await make(admin, ["print"]),
      await make(print, ["print"]),
    ]).toEqual([403, 403, 201, 403]);
    const { scopes } = (
      await s.call<{ scopes: string[] }>("POST", "/apitokens", { scopes: ["print:raw", "read"] })
    ).body.data;
    expect(scopes).toEqual(["read", "print:raw"]);
  });
});
