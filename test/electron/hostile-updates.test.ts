/**
 * A hostile or broken update address cannot stop the station, and the next check works.
 */
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { silentLog } from "../../core/base/log.ts";
import { createEngine } from "../../electron/updates/electron-engine.ts";
import { UpdateError, type Engine } from "../../electron/updates/engine.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { updaterOf } from "./update-server.ts";

const LIST = "/latest-linux.yml";
const FILE = Buffer.from("the version 1.1.0");
const SHA512 = createHash("sha512").update(FILE).digest("base64");
const GOOD = `version: 1.1.0\nfiles:\n  - url: next.AppImage\n    sha512: ${SHA512}\n    size: ${FILE.length}\npath: next.AppImage\nsha512: ${SHA512}\nreleaseDate: '2026-11-24T00:00:00.000Z'\n`;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = (path: string, response: ServerResponse) => void;

/**
 * Creates an updater of version 1.0.0, and a server at its address whose answers can be replaced.
 */
async function under(
  answer: Answer,
): Promise<{ readonly engine: Engine; readonly folder: string; asked: number; answer: Answer }> {
  const made = { asked: 0, answer };
  server = createServer((request, response) => {
    made.asked += 1;
    made.answer((request.url ?? "").split("?", 1)[0] ?? "", response);
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  const folder = temporaryFolder();
  const appImage = join(folder, "Packbench.AppImage");
  writeFileSync(appImage, "the version 1.0.0");
  process.env["APPIMAGE"] = appImage;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const engine = createEngine(updaterOf(folder, "1.0.0", url), {
    channel: undefined,
    url: undefined,
    log: silentLog,
    appImage: { path: appImage, args: [] },
    listWithinMs: 1_500,
    beforeRestart() {},
  });
  return Object.assign(made, { engine, folder });
}

const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "none",
    (error: unknown) => (error instanceof UpdateError ? error.reason : String(error)),
  );

function flood(response: ServerResponse): void {
  const part = Buffer.alloc(65_536, "#");
  const more = (): void => {
    while (!response.destroyed) if (!response.write(part)) return void response.once("drain", more);
  };
  more();
}

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((name, i) => `${name}: &${name} [${Array<string>(9).fill(`*${"abcdefgh"[i]}`).join(",")}]\n`).join("")}version: *i\n`;

for (const [what, answer, reason] of [
  ["without an end", (_path, response) => flood(response), "other"],
  ["that never comes", () => {}, "offline"],
  [
    "that comes a byte at a time",
    (_path, response) => void setInterval(() => response.write("#"), 200).unref(),
    "offline",
  ],
  [
    "that redirects to itself",
    (path, response) => void response.writeHead(302, { location: path }).end(),
    "other",
  ],
  ["that grows to gigabytes by its aliases", (_path, response) => void response.end(BOMB), "other"],
] as const satisfies readonly (readonly [string, Answer, string])[]) {
  it(
    `a list ${what} is abandoned within three seconds, and the next check works`,
    { timeout: 10_000 },
    async () => {
      const at = await under(answer);
      const began = performance.now();
      expect(await reasonOf(at.engine.check())).toBe(reason);
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(at.asked).toBeLessThan(30);
      at.answer = (_path, response) => void response.end(GOOD);
      expect(await at.engine.check()).toBe("1.1.0");
    },
  );
}

it(
  "a file longer than the list states is abandoned and deleted, and the right file is downloaded afterwards",
  { timeout: 20_000 },
  async () => {
    const at = await under((path, response) =>
      path === LIST ? void response.end(GOOD) : flood(response),
    );
    expect(await at.engine.check()).toBe("1.1.0");
    expect(await reasonOf(at.engine.download(() => {}))).toBe("other");
    const pending = (): string[] =>
      readdirSync(join(at.folder, "cache"), { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".AppImage"),
      );
    await expect.poll(pending).toEqual([]);
    at.answer = (path, response) => void response.end(path === LIST ? GOOD : FILE);
    expect(await at.engine.check()).toBe("1.1.0");
    await at.engine.download(() => {});
    expect(pending()).toHaveLength(1);
  },
);
