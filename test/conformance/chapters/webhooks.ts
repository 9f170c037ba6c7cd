/** Chapter: webhooks and events. */
import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { Webhook } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { receiver } from "../../helpers/receiver.ts";
import { boughtShipment, eventually } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";
import { expectFields, SHIPMENT, WEBHOOK } from "../fields.ts";

chapter("Webhooks and events", (rule) => {
  rule(
    "POST /webhook takes `type` (`TRACK_UPDATED`) and `url`, and only its answer shows the `signingSecret`.",
    async (s) => {
      const { url } = await receiver();
      const { status, body } = await s.call<Webhook & { signingSecret: string }>(
        "POST",
        "/webhook",
        { type: "TRACK_UPDATED", url: `${url}/once` },
      );
      expectFields(body.data, WEBHOOK);
      expect([status, body.data.type, body.data.url, body.data.signingSecret.length > 20]).toEqual([
        201,
        "TRACK_UPDATED",
        `${url}/once`,
        true,
      ]);
      expect(JSON.stringify((await s.call("GET", "/webhook")).body)).not.toContain(
        body.data.signingSecret,
      );
    },
  );
  rule(
    "POST /webhook also takes `headerName`, `headerValue`, `isActive` and `format`; `type` is TRACK_UPDATED by default.",
    async (s) => {
      const { url } = await receiver();
      const { body } = await s.call<Webhook>("POST", "/webhook", {
        url: `${url}/more`,
        headerName: "X-Key",
        headerValue: "v",
        isActive: false,
        format: "shipment",
      });
      expect(body.data).toMatchObject({
        type: "TRACK_UPDATED",
        headerName: "X-Key",
        headerValue: "v",
        isActive: false,
        format: "shipment",
      });
    },
  );
  rule("GET /webhook lists the webhooks.", async (s) => {
    const { data } = (await s.call<Webhook[]>("GET", "/webhook")).body;
    expect(data.length).toBe(2);
    for (const webhook of data) expectFields(webhook, WEBHOOK);
  });
  rule(
    "DELETE /webhook/{webhookID} deletes a webhook, which is then no longer listed.",
    async (s) => {
      for (const { id } of (await s.call<Webhook[]>("GET", "/webhook")).body.data)
        expect((await s.call("DELETE", `/webhook/${id}`)).status).toBe(200);
      expect((await s.call("GET", "/webhook")).body.data).toEqual([]);
    },
  );
  rule(
    "PUT /webhook `{type,url}` sends a sample to a registered pair and answers 200 with the receiver's answer, even a failure; an unregistered pair is 404.",
    async (s) => {
      const { url, calls: received } = await receiver((t) => (t.path === "/bad" ? 503 : 200));
      for (const path of ["/good", "/bad"])
        await s.call("POST", "/webhook", { type: "TRACK_UPDATED", url: url + path });
      const answers = await Promise.all(
        ["/good", "/bad"].map((path) =>
          s.call<{ delivered: boolean; statusCode: number }>("PUT", "/webhook", {
            type: "TRACK_UPDATED",
            url: url + path,
          }),
        ),
      );
      expect(answers.map((a) => [a.status, a.body.data.delivered, a.body.data.statusCode])).toEqual(
        [
          [200, true, 200],
          [200, false, 503],
        ],
      );
      expect(received[0]?.json.event).toBe("TRACK_UPDATED");
      expectFields(received[0]?.json.data, SHIPMENT);
      expect(
        (await s.call("PUT", "/webhook", { type: "TRACK_UPDATED", url: `${url}/unknown` })).status,
      ).toBe(404);
      for (const { id } of (await s.call<Webhook[]>("GET", "/webhook")).body.data)
        await s.call("DELETE", `/webhook/${id}`);
    },
  );
  rule(
    "When the tracking status of a shipment changes, the service sends an HTTP request with a JSON body to the URL; test mode fires webhooks as well; the body is the shipment as it was at the event.",
    async (s) => {
      const { url, calls: received } = await receiver();
      const { signingSecret } = (
        await s.call<{ signingSecret: string }>("POST", "/webhook", {
          url: `${url}/hook`,
          headerName: "X-Key",
          headerValue: "v",
        })
      ).body.data;
      const { shipment } = await boughtShipment(s, { test: true });
      for (let i = 0; i < 3; i += 1) await s.call("GET", `/shipments/${shipment.id}`);
      await eventually("three steps were received", () => received.length === 3);
      expect(received.map((t) => t.json.data?.trackingStatus?.trackingSubStatusCode)).toEqual([
        "information_received",
        "package_accepted",
        "package_departed",
      ]);
      const [first] = received;
      expect(JSON.parse(first?.text ?? "")).toMatchObject({
        event: "TRACK_UPDATED",
        type: "TRACK_UPDATED",
        metadata: "",
        data: { id: shipment.id },
      });
      expectFields(first?.json.data, SHIPMENT);
      const signature = createHmac("sha256", signingSecret)
        .update(`${first?.headers["x-timestamp"]}.${first?.text}`)
        .digest("hex");
      expect([
        first?.headers["x-signature"],
        first?.headers["x-key"],
        (first?.headers["x-event-id"] ?? "").length,
      ]).toEqual([signature, "v", 36]);
    },
  );
  rule(
    "A webhook's URL has http or https, and never the station's own port, a link-local address or a metadata address.",
    async (s) => {
      const urls = [
        `${s.url}/shipments`,
        "ftp://127.0.0.1/x",
        "http://169.254.169.254/latest",
        "nonsense",
        "",
      ];
      const answers = await Promise.all(urls.map((url) => s.call("POST", "/webhook", { url })));
      expect(answers.map((a) => [a.status, a.body["result"]])).toEqual(
        urls.map(() => [400, false]),
      );
    },
  );
});
