/** Checks that a webhook cannot reach a printer, nor probe the station's machine. */
import { createServer, type AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { Organization } from "../../../../core/organizations/organizations.schema.ts";
import type { ReceiverAnswer } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { receiver } from "../../../helpers/receiver.ts";
import { call, change, station, type Answer, type Station } from "../../../helpers/station.ts";

const NEUTRAL =
  "The receiver could not be reached. It is on this station's machine or network, so other organizations get no more detail; look at the receiver.";

async function listener(): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((socket) =>
    socket.on("data", (data) => heard.push(data.toString())).on("error", () => {}),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard };
}

async function stranger(
  s: Station,
): Promise<<T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>> {
  const { id } = (await s.call<Organization>("POST", "/organizations", { name: "Başka" })).body
    .data;
  const { token } = (await s.call<{ token: string }>("POST", "/apitokens", { organizationID: id }))
    .body.data;
  return (method, path, body) => call(s.url, token, { method, path, body });
}

const setUpPrinter = (s: Station, host: string, port: number): Promise<{ status: number }> =>
  s.desk("POST", "/station/printers", {
    name: "Zebra",
    driver: "tcp",
    host,
    port,
    language: "ZPL",
    dpi: 203,
    widthMm: 100,
    heightMm: 150,
  });

it(
  "a webhook to a printer's port on this machine or its network is E2032, however its URL spells the address",
  { tags: "all" },
  async () => {
    const s = await station({
      settings: { rateLimit: null, webhookTargets: { loopback: true, private: true } },
    });
    const printer = await listener();
    expect((await setUpPrinter(s, "127.0.0.1", printer.port)).status).toBe(201);
    const never = [
      "http://127.0.0.1:9100/",
      "http://127.0.0.1:9109/",
      "http://[::1]:9100/",
      "http://localhost:9101/",
      "http://10.0.0.5:515/",
      "http://192.168.1.9:631/",
      `http://127.0.0.1:${printer.port}/`,
      `http://localhost:${printer.port}/`,
      `http://2130706433:${printer.port}/`,
    ];
    for (const url of never) {
      const { status, body } = await s.call("POST", "/webhook", {
        url,
        headerName: "X-A",
        headerValue: "^XA^XZ",
      });
      expect([url, status, body.code, body.message]).toEqual([
        url,
        400,
        "E2032",
        "This URL may not be used for a webhook: its port is a printer's. Choose another port for the receiver.",
      ]);
    }
    for (const url of [
      "http://127.0.0.1:9110/",
      "http://10.0.0.5:8080/",
      "https://shop.example:9100/",
    ])
      expect((await s.call("POST", "/webhook", { url })).status).toBe(201);
  },
);

it(
  "a webhook is not called after its port has become a printer's, under any name",
  { tags: "all" },
  async () => {
    const s = await station();
    const printer = await listener();
    await s.call("POST", "/webhook", { url: `http://127.0.0.1:${printer.port}/` });
    await s.call("POST", "/webhook", { url: "http://other.example/" });
    change(
      s,
      `UPDATE webhooks SET url = 'http://localhost.:${printer.port}/' WHERE url LIKE '%other.example%'`,
    ); // simulates a name that resolves to this machine
    await setUpPrinter(s, "localhost", printer.port);
    for (const url of [`http://127.0.0.1:${printer.port}/`, `http://localhost.:${printer.port}/`]) {
      const { body } = await s.call<ReceiverAnswer>("PUT", "/webhook", { url });
      expect([body.data.delivered, body.data.error]).toEqual([
        false,
        expect.stringMatching(/its port is a printer's/),
      ]);
    }
    expect(printer.heard.filter((heard) => heard !== "~HS")).toEqual([]); // "~HS" is the station's own status query
  },
);

it("another organization sees neither the body of an answer from this machine nor why an address of this machine could not be reached", async () => {
  const s = await station();
  const theirs = await stranger(s);
  const r = await receiver((_told, n) => (n === 1 ? 200 : 418));
  const dead = await receiver();
  await dead.close();
  for (const url of [r.url, dead.url]) await theirs("POST", "/webhook", { url });
  const received = [];
  for (const url of [r.url, r.url, dead.url])
    received.push((await theirs<ReceiverAnswer>("PUT", "/webhook", { url })).body.data);
  expect(received.map((a) => [a.delivered, a.statusCode, a.responseBody, a.error])).toEqual([
    [true, 200, "", ""],
    [false, 418, "", "The receiver answered 418."],
    [false, null, "", NEUTRAL],
  ]);
  await s.call("POST", "/webhook", { url: dead.url });
  expect((await s.call<ReceiverAnswer>("PUT", "/webhook", { url: dead.url })).body.data.error).toBe(
    "The receiver could not be reached (ECONNREFUSED).",
  );
});
