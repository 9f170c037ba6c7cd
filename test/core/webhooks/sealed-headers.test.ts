import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../../core/base/errors.ts";
import { keySecrets, type Secrets } from "../../../core/base/secrets.ts";
import type { ReceiverAnswer, Webhook } from "../../../core/webhooks/webhooks.schema.ts";
import { receiver } from "../../helpers/receiver.ts";
import { call, station, temporaryFolder, type Station } from "../../helpers/station.ts";

const SECRET = "Bearer gizli-anahtar-90417";

let dataDir = "";
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Every file of the folder, byte by byte. */
function filesWith(text: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map((entry) => entry.name);
}

/** The folder as an earlier version left it: the header's value in plain text. @param values One for each webhook, oldest first. */
async function folderOfBefore(url: string, values: readonly string[]): Promise<void> {
  const s = await station({ dataDir });
  for (const [i] of values.entries()) await s.call("POST", "/webhook", { url: `${url}/${i}`, headerName: "Authorization", headerValue: "x" });
  await s.stop();
  const db = new BetterSqlite3(join(dataDir, "packbench.db"));
  const ids = db.prepare("SELECT id FROM webhooks ORDER BY created_at, id").pluck().all();
  const unsealed = db.prepare("SELECT 1 FROM pragma_table_info('webhooks') WHERE name = 'sealed_header'").get() === undefined ? "" : ", sealed_header = NULL";
  for (const [i, id] of ids.entries()) db.prepare(`UPDATE webhooks SET header_value = ?${unsealed} WHERE id = ?`).run(values[i], id);
  db.close();
}

const sample = async (s: Station, url: string): Promise<ReceiverAnswer> => (await s.call<ReceiverAnswer>("PUT", "/webhook", { url })).body.data;

describe("the value of a webhook's header", () => {
  it("is in no file of the station, is sent to the receiver, and is told by no answer but the one that registered it", async () => {
    const r = await receiver();
    const s = await station({ dataDir });
    const registered = await s.call<Webhook>("POST", "/webhook", { url: r.url, headerName: "Authorization", headerValue: SECRET }, { "Idempotency-Key": "w1" });
    const repeated = await s.call<Webhook>("POST", "/webhook", { url: r.url, headerName: "Authorization", headerValue: SECRET }, { "Idempotency-Key": "w1" });
    const listed = await s.call<Webhook[]>("GET", "/webhook");
    expect([registered, repeated].map(({ body }) => body.data.headerValue)).toEqual([SECRET, "***"]);
    expect(listed.body.data.map((webhook) => [webhook.id, webhook.headerValue])).toEqual([[registered.body.data.id, "***"]]);
    expect(await sample(s, r.url)).toMatchObject({ delivered: true });
    expect(r.told.map((told) => told.headers.authorization)).toEqual([SECRET]);
    await s.call("DELETE", `/webhook/${registered.body.data.id}`);
    await s.stop();
    expect(filesWith("gizli-anahtar")).toEqual([]);
  });

  it("is sealed at the first start when an earlier version left it in plain text, once, and a value that looks sealed too", async () => {
    const r = await receiver();
    const looksSealed = keySecrets(randomBytes(32), "file").encrypt("x");
    const long = `gizli-anahtar-${"z".repeat(3_900)}`;
    await folderOfBefore(r.url, [SECRET, looksSealed, "", long]);
    expect(filesWith("gizli-anahtar")).toEqual(["packbench.db"]);
    for (const start of ["the first start", "the second"]) {
      const s = await station({ dataDir });
      expect([start, filesWith("gizli-anahtar"), filesWith(looksSealed)]).toEqual([start, [], []]);
      for (const i of [0, 1, 2, 3]) await sample(s, `${r.url}/${i}`);
      await s.stop();
    }
    const sent = r.told.map((told) => told.headers.authorization);
    expect(sent).toEqual([SECRET, looksSealed, "", long, SECRET, looksSealed, "", long]);
  });

  it("is lost by no fault while it is sealed: the station starts, sends it as before, and seals it at the next start", async () => {
    const r = await receiver();
    await folderOfBefore(r.url, [SECRET, `${SECRET}-2`]);
    const key = keySecrets(Buffer.alloc(32, 5), "os");
    let sealed = 0;
    const faulty: Secrets = {
      ...key,
      encrypt: (text) => {
        if (text.startsWith("Bearer") && ++sealed === 2) throw new AppError("E2050");
        return key.encrypt(text);
      },
      decrypt: (text) => (text === "" ? "" : key.decrypt(text)),
    };
    const s = await station({ dataDir, world: { secrets: faulty } });
    expect([sealed, (await s.call<Webhook[]>("GET", "/webhook")).body.data.map((webhook) => webhook.headerValue)]).toEqual([2, ["***", "***"]]);
    await s.stop();
    expect(filesWith("gizli-anahtar")).not.toEqual([]);
    const again = await station({ dataDir });
    for (const i of [0, 1]) await sample(again, `${r.url}/${i}`);
    expect([r.told.map((told) => told.headers.authorization), filesWith("gizli-anahtar")]).toEqual([[SECRET, `${SECRET}-2`], []]);
  });

  it("is masked in answers that an earlier version kept under an Idempotency-Key", async () => {
    const s = await station({ dataDir });
    const { started } = s;
    const request = { method: "POST", path: "/webhook", body: { url: "https://shop.example/", headerName: "X-A", headerValue: SECRET }, headers: { "Idempotency-Key": "w2" } };
    const first = await call<Webhook>(s.url, started.token, request);
    const kept = JSON.stringify({ result: true, data: first.body.data });
    s.core.deps.db.raw.prepare("UPDATE idempotency_keys SET status = 201, body = ? WHERE key = 'w2'").run(kept);
    s.core.deps.db.raw.prepare("UPDATE webhooks SET header_value = ?").run(SECRET);
    await s.stop();
    expect(filesWith("gizli-anahtar")).toEqual(["packbench.db"]);
    await station({ dataDir });
    expect(filesWith("gizli-anahtar")).toEqual([]);
  });
});
