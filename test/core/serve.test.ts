import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { headlessStations, type Ready } from "../helpers/headless.ts";
import { call, parcel } from "../helpers/station.ts";
import { someOf } from "../helpers/some-of.ts";

let dataDir = "";
const stations = headlessStations();
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  stations.killAll();
  rmSync(dataDir, { recursive: true, force: true });
});
const serve = (...args: string[]) => stations.serve(dataDir, ...args);

async function stopped(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now();
  const exit = once(child, "exit") as Promise<[number | null]>;
  child.kill(signal);
  const [code] = await exit;
  return { code, ms: performance.now() - begun };
}

const get = (ready: Ready, path: string) =>
  call<{ id: string }[]>(ready.url, ready.token, { method: "GET", path });

describe("the headless station", () => {
  it("the start prints one JSON line with the token, and api.json has no token and is removed at the end", async () => {
    const { child, ready, out } = await serve("--demo");
    expect(Object.keys(ready).sort()).toEqual(["organizationID", "token", "url"]);
    expect(out().trimEnd().split("\n")).toHaveLength(1);
    expect((await get(ready, "/addresses")).body["totalRows"]).toBe(1);
    const file = join(dataDir, "api.json");
    expect([
      readFileSync(file, "utf8").includes(ready.token),
      readFileSync(file, "utf8").includes(ready.url),
      statSync(file).mode & 0o777,
    ]).toEqual([false, true, 0o600]);
    await stopped(child, "SIGTERM");
    expect(existsSync(file)).toBe(false);
  });

  it(
    "the folder is seeded once, and each start expires the previous start's token",
    { tags: "all" },
    async () => {
      const first = await serve("--demo");
      await call(first.ready.url, first.ready.token, {
        method: "POST",
        path: "/shipments",
        body: parcel({ test: true }),
      });
      await stopped(first.child, "SIGTERM");
      const second = await serve("--demo");
      expect(second.ready.organizationID).toBe(first.ready.organizationID);
      expect([
        (await get(second.ready, "/addresses")).body["totalRows"],
        (await get(second.ready, "/shipments")).body["totalRows"],
      ]).toEqual([1, 1]);
      const balance = await call<string>(second.ready.url, second.ready.token, {
        method: "GET",
        path: `/organizations/${second.ready.organizationID}/balance`,
      });
      expect(balance.body.data).toBe("100000.00");
      expect(
        (await call(second.ready.url, first.ready.token, { method: "GET", path: "/shipments" }))
          .status,
      ).toBe(401);
    },
  );

  it("the station stops cleanly within two seconds, even while a printer delays it", async () => {
    const silent = createServer((socket) => socket.on("error", () => {}).resume()).listen(
      0,
      "127.0.0.1",
    );
    await once(silent, "listening");
    try {
      const { child, ready } = await serve("--demo");
      const desk = (path: string, body: unknown) =>
        call<{ id: string; offers: { cheapest: { id: string } } }>(ready.url, ready.token, {
          method: "POST",
          path,
          body,
        });
      await desk("/station/printers", {
        name: "Silent",
        driver: "tcp",
        host: "127.0.0.1",
        port: (silent.address() as { port: number }).port,
      });
      const { body } = await desk("/shipments", parcel({ test: true }));
      await desk("/station/purchases", { offerID: body.data.offers.cheapest.id, print: true });
      const { code, ms } = await stopped(child, "SIGTERM");
      expect(code).toBe(0);
      expect(ms).toBeLessThan(4_000); // A busy machine adds up to two seconds.
    } finally {
      silent.close();
    }
  });

  it("the folder opens again after the station is killed in the middle of work", async () => {
    const { child, ready } = await serve("--demo");
    const open = Array.from({ length: 20 }, () =>
      call(ready.url, ready.token, { method: "POST", path: "/shipments", body: parcel() }).catch(
        () => undefined,
      ),
    );
    await open[0];
    await stopped(child, "SIGKILL");
    await Promise.all(open);
    const again = await serve("--demo");
    const { body } = await get(again.ready, "/shipments?limit=100");
    expect(body.data.length).toBe(body["totalRows"]);
    const integrity = await call<{ isWhole: boolean }>(again.ready.url, again.ready.token, {
      method: "GET",
      path: "/station/integrity",
    });
    expect(integrity.body.data.isWhole).toBe(true);
  });

  it(
    "--new-token creates a first token and prints it once, and the next start prints no token",
    { tags: "all" },
    async () => {
      const first = await serve("--new-token", "Shop");
      expect((await get(first.ready, "/organizations")).body.data.map((o) => o.id)).toEqual([
        first.ready.organizationID,
      ]);
      const listed = await call<{ name: string }[]>(first.ready.url, first.ready.token, {
        method: "GET",
        path: "/apitokens",
      });
      expect([
        listed.body.data.map((t) => t.name),
        JSON.stringify(listed.body).includes(first.ready.token),
      ]).toEqual([["Shop"], false]);
      await stopped(first.child, "SIGTERM");
      const second = await serve();
      expect([
        second.ready.token,
        (await get({ ...second.ready, token: first.ready.token }, "/organizations")).status,
      ]).toEqual([null, 200]);
    },
  );

  it(
    "the station belongs to its first organization or to --organization, and folder prints stay below --printer-folder",
    { tags: "all" },
    async () => {
      const { child, ready } = await serve("--demo");
      const post = <T>(token: string, url: string, path: string, body: unknown) =>
        call<T>(url, token, { method: "POST", path, body });
      const { id: organizationID } = (
        await post<{ id: string }>(ready.token, ready.url, "/organizations", { name: "İkinci" })
      ).body.data;
      const { token } = (
        await post<{ token: string }>(ready.token, ready.url, "/apitokens", { organizationID })
      ).body.data;
      const printer = { name: "Folder", driver: "file", path: join(dataDir, "labels", "a") };
      expect((await post(token, ready.url, "/station/printers", printer)).status).toBe(403);
      await stopped(child, "SIGTERM");
      const theirs = await serve(
        "--organization",
        organizationID.toUpperCase(),
        "--printer-folder",
        join(dataDir, "labels"),
      );
      expect(theirs.ready.organizationID).toBe(organizationID);
      expect((await post(token, theirs.ready.url, "/station/printers", printer)).status).toBe(201);
      expect(
        (await post(token, theirs.ready.url, "/station/printers", { ...printer, path: dataDir }))
          .status,
      ).toBe(403);
    },
  );

  it("--help prints the options, serves nothing and exits with 0", { tags: "all" }, async () => {
    const { child, out } = stations.start(dataDir, "--help");
    const [code] = (await once(child, "close")) as [number | null];
    expect([code, out()]).toEqual([
      0,
      expect.stringMatching(/^usage: [\s\S]*--port N[\s\S]*--printer-folder DIR/),
    ]);
    expect(existsSync(join(dataDir, "api.json"))).toBe(false);
  });

  it.each(
    someOf(
      [
        [["--organization", "00000000-0000-7000-8000-000000000000"], 1, "There is no organization"],
        [["--new-token", " "], 2, "--new-token must have a name"],
        [["--printer-folder", "//server/share"], 2, "not a network path"],
        [["--port", "no"], 2, "--port takes a number from 0 to 65535"],
        [["--colour", "red"], 2, "usage:"],
      ],
      5,
    ),
  )("the station explains what is wrong with %j", async (args, code, message) => {
    const refused = await stations.refused(dataDir, ...args);
    expect([refused.code, refused.stderr.includes(message)]).toEqual([code, true]);
  });
});
