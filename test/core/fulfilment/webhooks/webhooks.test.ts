import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type {
  ReceiverAnswer,
  Webhook,
} from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { addressFault, filteredLookup } from "../../../../core/http/outgoing/check-address.ts";
import { receiver } from "../../../helpers/receiver.ts";
import { change, station } from "../../../helpers/station.ts";

describe("POST /webhook", () => {
  it("a registration answers the record and, once, its signing secret, and the type defaults to TRACK_UPDATED", async () => {
    const s = await station();
    const { status, body } = await s.call<Webhook & { signingSecret: string }>("POST", "/webhook", {
      url: "https://shop.example/hook",
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      organizationID: s.started.organizationID,
      type: "TRACK_UPDATED",
      url: "https://shop.example/hook",
      headerName: "",
      headerValue: "",
      isActive: true,
      format: "",
      signingSecret: expect.stringMatching(/^whsec_.{40,}$/) as string,
    });
    const { signingSecret: _, ...listed } = body.data;
    const list = await s.call<Webhook[]>("GET", "/webhook");
    expect(list.body).toMatchObject({
      data: [listed],
      limit: 1,
      page: 1,
      totalRows: 1,
      totalPages: 1,
    });
    await s.call("DELETE", `/webhook/${listed.id}`);
    expect((await s.call<Webhook[]>("GET", "/webhook")).body.data).toEqual([]);
    expect((await s.call("DELETE", `/webhook/${listed.id}`)).body).toMatchObject({ code: "E2016" });
  });

  it("a URL that is invalid, not http, has a password, or points to a forbidden address is E2032", async () => {
    const s = await station();
    const own = new URL(s.url).port;
    const urls = [
      "",
      "shop.example/hook",
      "ftp://shop.example/",
      "http://user:pass@shop.example/",
      `http://127.0.0.1:${own}/`,
      `http://localhost:${own}/`,
      `http://[::ffff:127.0.0.1]:${own}/`,
      `http://2130706433:${own}/`,
      "http://169.254.169.254/latest/meta-data",
      "http://[fe80::1]/",
      "http://[fd00:ec2::254]/",
      "http://[::7f00:1]/",
      "http://0.0.0.0:9/",
      "http://10.0.0.5/",
      "http://192.168.1.10/",
    ];
    const answers = await Promise.all(urls.map((url) => s.call("POST", "/webhook", { url })));
    expect(answers.map((a) => [a.status, a.body.code])).toEqual(urls.map(() => [400, "E2032"]));
    expect((await s.call<Webhook[]>("GET", "/webhook")).body.data).toEqual([]);
  });

  it("the station's settings can accept private networks and reject loopback addresses", async () => {
    const s = await station();
    s.core.deps.settings.write("webhookTargets", { loopback: false, private: true });
    const codes = await Promise.all(
      ["http://192.168.1.10/", "http://127.0.0.1:9/"].map(
        async (url) => (await s.call("POST", "/webhook", { url })).status,
      ),
    );
    expect(codes).toEqual([201, 400]);
  });

  it("a type other than TRACK_UPDATED, or a header that is invalid or set by the station itself, is E1085", async () => {
    const s = await station();
    const url = "https://shop.example/";
    const bodies = [
      { url, type: "LABEL_PRINTED" },
      { url, headerName: "a b", headerValue: "x" },
      { url, headerName: "X-A", headerValue: "1\r\nX-B: 2" },
      { url, headerName: "X-Signature", headerValue: "1" },
    ];
    const answers = await Promise.all(bodies.map((body) => s.call("POST", "/webhook", body)));
    expect(answers.map((a) => a.body.code)).toEqual(bodies.map(() => "E1085"));
  });

  it("a member who is neither owner nor admin gets E1055", async () => {
    const s = await station();
    change(s, "UPDATE members SET role = 'user'");
    const answers = await Promise.all([
      s.call("POST", "/webhook", { url: "https://shop.example/" }),
      s.call("GET", "/webhook"),
      s.call("PUT", "/webhook", {}),
      s.call("DELETE", "/webhook/x"),
    ]);
    expect(answers.map((a) => [a.status, a.body.code])).toEqual(answers.map(() => [403, "E1055"]));
  });
});

describe("PUT /webhook", () => {
  it("a sample is sent to a registered pair of type and URL, and the answer is 200 with the receiver's answer, even a failure", async () => {
    const s = await station();
    const r = await receiver((_told, n) => (n === 1 ? 200 : 418));
    await s.call("POST", "/webhook", { url: r.url });
    const answers = [
      await s.call<ReceiverAnswer>("PUT", "/webhook", { type: "TRACK_UPDATED", url: `${r.url}/` }),
      await s.call<ReceiverAnswer>("PUT", "/webhook", { url: r.url }),
    ];
    await r.close();
    answers.push(await s.call<ReceiverAnswer>("PUT", "/webhook", { url: r.url }));
    expect(
      answers.map(({ status, body: { data } }) => [
        status,
        data.delivered,
        data.statusCode,
        data.responseBody,
        data.error,
      ]),
    ).toEqual([
      [200, true, 200, "noted", ""],
      [200, false, 418, "noted", "The receiver answered 418."],
      [200, false, null, "", "The receiver could not be reached (ECONNREFUSED)."],
    ]);
    expect(r.calls[0]?.json).toMatchObject({
      event: "TRACK_UPDATED",
      data: { test: true, statusCode: "SHIPPED" },
    });
  });

  it("the answer says why a receiver that does not speak HTTP could not be called", async () => {
    const s = await station();
    const babbler = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end("no HTTP\r\n\r\n"));
    }).listen(0, "127.0.0.1");
    await once(babbler, "listening");
    const url = `http://127.0.0.1:${(babbler.address() as AddressInfo).port}`;
    await s.call("POST", "/webhook", { url });
    const { data } = (await s.call<ReceiverAnswer>("PUT", "/webhook", { url })).body;
    babbler.close();
    expect([data.delivered, data.error]).toEqual([
      false,
      expect.stringMatching(/^The receiver could not be reached \((?!undefined).+\)\.$/),
    ]);
  });

  it("a pair of type and URL that is not registered is E2016", async () => {
    const s = await station();
    const { status, body } = await s.call("PUT", "/webhook", {
      type: "TRACK_UPDATED",
      url: "https://shop.example/",
    });
    expect([status, body.code]).toEqual([404, "E2016"]);
  });

  it("a receiver's address is checked again before each call", async () => {
    const s = await station();
    const r = await receiver();
    const url = r.url.replace("127.0.0.1", "localhost");
    await s.call("POST", "/webhook", { url });
    s.core.deps.settings.write("webhookTargets", { loopback: false, private: false });
    const { body } = await s.call<ReceiverAnswer>("PUT", "/webhook", { url });
    expect({ answer: body.data, received: r.calls.length }).toMatchObject({
      answer: {
        delivered: false,
        statusCode: null,
        error: "The receiver may not be called: this station's settings allow no loopback address.",
      },
      received: 0,
    });
  });
});

it("a name that resolves to this machine gives no access to the station's port", async () => {
  const resolve = (ownPort: boolean): Promise<string> =>
    new Promise((done) =>
      filteredLookup({ loopback: true, private: true, ownPort, printerPort: false })(
        "localhost",
        { all: false },
        (error, address) => done(error?.message ?? String(address)),
      ),
    );
  expect(await resolve(true)).toBe("its port is this station's own.");
  expect(["127.0.0.1", "::1"]).toContain(await resolve(false));
});

it("a webhook may call public addresses, private ones if the settings allow it, and never link-local or metadata addresses", () => {
  const rules = { loopback: true, private: true, ownPort: false, printerPort: false };
  const allowed = [
    "93.184.216.34",
    "2606:2800:220:1::1",
    "127.0.0.1",
    "::1",
    "10.1.2.3",
    "192.168.0.1",
    "100.64.0.1",
    "fd12::1",
  ];
  const never = [
    "169.254.169.254",
    "fe80::1",
    "fd00:ec2::254",
    "100.100.100.200",
    "168.63.129.16",
    "::ffff:169.254.169.254",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "255.255.255.255",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "::7f00:1",
  ];
  expect(allowed.filter((address) => addressFault(address, rules) !== undefined)).toEqual([]);
  expect(never.filter((address) => addressFault(address, rules) === undefined)).toEqual([]);
});
