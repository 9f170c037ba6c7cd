/**
 * Access to the desk's printers: a token must not be able to scan ports, create folders or read
 * labels through them.
 */
import { existsSync, symlinkSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Organization } from "../../../core/organizations/organizations.schema.ts";
import {
  boughtShipment,
  call,
  eventually,
  memberWithToken,
  station,
  temporaryFolder,
  type Answer,
  type Station,
} from "../../helpers/station.ts";

const as = <T = unknown>(
  s: Station,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => call<T>(s.url, token, { method, path, body });
const statusAndCode = (answers: readonly Answer[]): unknown[] =>
  answers.map((a) => [a.status, a.body.code]);

const listeners = new Set<Server>();
afterEach(() => {
  for (const server of listeners) server.close();
  listeners.clear();
});

/** A foreign listener that counts its connections. */
async function listener(): Promise<{ port: number; connections(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {}).destroy();
  }).listen(0, "127.0.0.1");
  listeners.add(server);
  await new Promise((done) => server.once("listening", done));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

async function strangersToken(s: Station): Promise<string> {
  const { id } = (await s.call<Organization>("POST", "/organizations", { name: "Başka" })).body
    .data;
  return (await s.call<{ token: string }>("POST", "/apitokens", { organizationID: id })).body.data
    .token;
}

describe("the desk's printers", () => {
  it("only an owner or admin of the desk's organization changes or queries printers, and other callers get E1055 without any effect", async () => {
    const s = await station();
    const theirs = await listener();
    const { data: printer } = await s.desk<{ id: string }>("POST", "/station/printers", {
      name: "Zebra",
      driver: "tcp",
      host: "127.0.0.1",
      port: theirs.port,
    });
    await eventually("the station has asked it", () => theirs.connections() > 0);
    await s.desk("PUT", "/station/printers/roles", { label: null }); // The station itself no longer queries it.
    // This probe is answered after any query that the station had started.
    await s.desk("POST", `/station/printers/${printer.id}/probe`);
    const before = theirs.connections();
    for (const token of [
      memberWithToken(s, "user").token,
      memberWithToken(s, "limitedAccessUser").token,
      await strangersToken(s),
    ]) {
      const answers = [
        await as(s, token, "POST", "/station/printers", {
          name: "x",
          driver: "tcp",
          host: "127.0.0.1",
          port: theirs.port,
        }),
        await as(s, token, "POST", `/station/printers/${printer.id}/probe`),
        await as(s, token, "PUT", "/station/printers/roles", { label: null }),
        await as(s, token, "DELETE", `/station/printers/${printer.id}`),
      ];
      expect(statusAndCode(answers)).toEqual(answers.map(() => [403, "E1055"]));
    }
    expect(theirs.connections()).toBe(before);
    const admin = memberWithToken(s, "admin");
    expect(
      (await as(s, admin.token, "PUT", "/station/printers/roles", { label: printer.id })).status,
    ).toBe(200);
  });

  it("printers print the labels that a member of the desk's organization may see, and nothing for another organization's token", async () => {
    const s = await station();
    const bought = await boughtShipment(s);
    const stranger = await strangersToken(s);
    const [user, limited] = [memberWithToken(s, "user"), memberWithToken(s, "limitedAccessUser")];
    const print = (token: string): Promise<Answer> =>
      as(s, token, "POST", "/station/printjobs", { shipmentID: bought.shipment.id });
    expect(
      statusAndCode([await print(user.token), await print(limited.token), await print(stranger)]),
    ).toEqual([
      [201, undefined],
      [404, "E1051"],
      [403, "E1055"],
    ]);
    expect(
      statusAndCode([
        await as(s, stranger, "GET", "/station/printers"),
        await as(s, stranger, "POST", "/station/purchases", { offerID: "x" }),
      ]),
    ).toEqual([
      [403, "E1055"],
      [403, "E1055"],
    ]);
    expect(
      (await as<{ labelPrinter: unknown }>(s, stranger, "GET", "/station/desk")).body.data
        .labelPrinter,
    ).toBeNull();
  });
});

describe("a printer that prints into a folder", () => {
  const printer = (path: string): unknown => ({ name: "Folder", driver: "file", path });

  it("a program that adds a folder printer gets E1055 and no folder is created, but the desk may add one", async () => {
    const s = await station();
    const path = join(temporaryFolder(), "made", "by", "a", "stranger");
    expect(statusAndCode([await s.call("POST", "/station/printers", printer(path))])).toEqual([
      [403, "E1055"],
    ]);
    expect(existsSync(path)).toBe(false);
    expect((await s.desk("POST", "/station/printers", printer(path))).status).toBe(201);
  });

  it("a folder printer prints into the folder of --printer-folder or below it, named by an absolute path", async () => {
    const printerFolder = temporaryFolder();
    const s = await station({ printerFolder });
    const paths = [
      printerFolder,
      join(printerFolder, "labels"),
      join(printerFolder, "..", "elsewhere"),
      `${printerFolder}-other`,
      "/etc/cron.d",
      "labels",
    ];
    const answers = [];
    for (const path of paths)
      answers.push(await s.call("POST", "/station/printers", printer(path)));
    expect(statusAndCode(answers)).toEqual([
      [201, undefined],
      [201, undefined],
      [403, "E1055"],
      [403, "E1055"],
      [403, "E1055"],
      [400, "E1085"],
    ]);
  });

  it("a folder printer cannot leave the folder of --printer-folder through a symbolic link, and a subfolder may be named ..labels", async () => {
    const [printerFolder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(printerFolder, "link"));
    const s = await station({ printerFolder });
    const answers = [];
    for (const path of ["link", "link/deep/er", "..labels", "a\0b"])
      answers.push(await s.call("POST", "/station/printers", printer(`${printerFolder}/${path}`)));
    expect(statusAndCode(answers)).toEqual([
      [403, "E1055"],
      [403, "E1055"],
      [201, undefined],
      [400, "E1085"],
    ]);
    expect(existsSync(join(elsewhere, "deep"))).toBe(false);
  });

  it.each(["\\\\server\\share", "//server/share", "\\/server/share", "\\\\?\\UNC\\server\\share"])(
    "the network path %s is E1085 even at the desk",
    async (path) => {
      const s = await station();
      const { status, code } = await s.desk("POST", "/station/printers", printer(path));
      expect([status, code]).toEqual([400, "E1085"]);
    },
  );
});

describe("a print queue of the system", () => {
  const add = (s: Station, driver: string, queue: string): Promise<Answer> =>
    s.call("POST", "/station/printers", { name: "Zebra", driver, queue });

  it("a print queue is added by the name that the system gives it", async () => {
    const s = await station();
    const names = [
      ["cups", "zebra-2"],
      ["cups", "Etiket_yazıcısı"],
      ["windows", "ZDesigner ZD421-203dpi ZPL (1)"],
      ["windows", "Etiket/Kargo"],
      ["windows", "\\\\depo\\Zebra 1"],
    ] as const;
    for (const [driver, queue] of names)
      expect(await add(s, driver, queue)).toMatchObject({
        status: 201,
        body: { data: { driver, queue, host: "", path: "", proves: "SENT" } },
      });
  });

  it("a queue name that is a path, an option or an address is E1085", async () => {
    const s = await station();
    const wrong = [
      ["cups", "../../etc/passwd"],
      ["cups", "-o raw"],
      ["cups", "a b"],
      ["cups", "a\nb"],
      ["cups", "zebra?x"],
      ["cups", "a#b"],
      ["cups", ""],
      ["cups", "x".repeat(128)],
      ["windows", "\\\\server\\share\\zebra"],
      ["windows", "\\server"],
      ["windows", "\\\\server\\"],
      ["windows", "a,b"],
      ["windows", "a\0b"],
      ["windows", ""],
    ] as const;
    const answers = [];
    for (const [driver, queue] of wrong) answers.push(await add(s, driver, queue));
    expect(statusAndCode(answers)).toEqual(wrong.map(() => [400, "E1085"]));
    expect(
      statusAndCode([
        await s.call("POST", "/station/printers", {
          name: "Zebra",
          driver: "cups",
          queue: "zebra",
          path: "/etc",
        }),
      ]),
    ).toEqual([[400, "E1085"]]);
  });
});
