import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  ReceiverAnswer,
  Webhook,
} from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { receiver } from "../../../helpers/receiver.ts";
import { station, temporaryFolder, type Station } from "../../../helpers/station.ts";

const SECRET = "Bearer gizli-anahtar-90417";

let dataDir = "";
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Searches every file of the folder, byte by byte. */
function filesWith(text: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text),
    )
    .map((entry) => entry.name);
}

const sample = async (s: Station, url: string): Promise<ReceiverAnswer> =>
  (await s.call<ReceiverAnswer>("PUT", "/webhook", { url })).body.data;

describe("the value of a webhook's header", () => {
  it("a header's value is in no file of the station, is sent to the receiver, and appears only in the registration's answer", async () => {
    const r = await receiver();
    const s = await station({ dataDir });
    const registered = await s.call<Webhook>(
      "POST",
      "/webhook",
      { url: r.url, headerName: "Authorization", headerValue: SECRET },
      { "Idempotency-Key": "w1" },
    );
    const repeated = await s.call<Webhook>(
      "POST",
      "/webhook",
      { url: r.url, headerName: "Authorization", headerValue: SECRET },
      { "Idempotency-Key": "w1" },
    );
    const listed = await s.call<Webhook[]>("GET", "/webhook");
    expect([registered, repeated].map(({ body }) => body.data.headerValue)).toEqual([
      SECRET,
      "***",
    ]);
    expect(listed.body.data.map((webhook) => [webhook.id, webhook.headerValue])).toEqual([
      [registered.body.data.id, "***"],
    ]);
    expect(await sample(s, r.url)).toMatchObject({ delivered: true });
    expect(r.calls.map((received) => received.headers.authorization)).toEqual([SECRET]);
    await s.call("DELETE", `/webhook/${registered.body.data.id}`);
    await s.stop();
    expect(filesWith("gizli-anahtar")).toEqual([]);
  });
});
