/**
 * Fields of operations that can name a program, a path or an address, and who may set them through
 * the window's page.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "../helpers/endpoints.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { lastingStation, type Station } from "../helpers/station.ts";

/**
 * `chosen` and `typed`: not at a shared desk; a chosen path must come from the system's dialog.
 * `open`: a packer at a shared desk may set the field too, within the rules of its operation.
 */
const TABLE: Readonly<Record<string, "chosen" | "typed" | "open">> = {
  "startBackup body.folder": "chosen",
  "changeNightlyBackup body.folder": "chosen",
  "listBackups query.folder": "chosen",
  "previewBackup query.folder": "chosen",
  "restoreBackup body.folder": "chosen",
  "exportToFile body.file": "chosen",
  "createPrinter body.path": "chosen",
  "startHubServer body.program": "typed",
  "startHubServer body.port": "typed",
  "joinHub body.code": "typed",
  "joinServer body.servers": "typed",
  "setApiAccess body.listen": "typed",
  "setApiAccess body.port": "typed",
  "setApiAccess body.securePort": "typed",
  // A packer replaces a broken printer at the desk; the address receives only print data.
  "createPrinter body.host": "open",
  "createPrinter body.port": "open",
  "updatePrinter body.host": "open",
  "updatePrinter body.port": "open",
  "showTestLabel body.host": "open",
  "showTestLabel body.port": "open",
  // A receiver's address must not be an address of the machine or its network.
  "startMoveIn body.url": "typed",
  // The name of a serial port, never a file; the address of a scale gets no data of the station.
  "createScale body.serialPort": "open",
  "createScale body.host": "open",
  "createScale body.port": "open",
  "updateScale body.serialPort": "open",
  "updateScale body.host": "open",
  "updateScale body.port": "open",
  "createWebhook body.url": "open",
  "setAnnouncementFolder body.folder": "chosen",
  "setOrderFolder body.folder": "chosen",
  "sendWebhookSample body.url": "open",
  // A carrier's public tracking page; the station opens no link of it.
  "createAgreement body.trackingUrl": "open",
  "updateAgreement body.trackingUrl": "open",
  // The carrier's page for one parcel; the station opens no link of it.
  "enterScans body.trackingURL": "open",
  "enterScans body.scans.trackingURL": "open",
  // This call only removes an allowed web page.
  "deleteOrigins query.origin": "open",
};
/**
 * Fields that only name uploaded content, a row or a document: the station opens nothing by them.
 */
const NO_PLACE =
  /^(?:downloadLabel params\.file|\w+ params\.fileID|\w+ (?:body|query)\.(?:fileName|labelFileType)|\w+ body\.(?:[\w.]+\.)?(?:imageURL|countryOfOrigin)|(?:openOrder|scanHandOver) body\.code|approveAct body\.path|\w+ body\.tariff\.services\.(?:code|file)|(?:(?:create|replace)Rule body|runDry body\.rules)\.action\.target\.code|mapStatusCodes body\.codes\.code|(?:readPriceList|enterAgreementFile) body\.fileUpToDesi|\w+ (?:query|params|body)\.(?:importID|report))$/;
const NAMES =
  /path|folder|file|program|host|port$|^report$|url|origin$|server|listen|director|command|^code$/i;

/** Lists names of fields at any depth, such as "body.webhook.url". */
function fieldsOf(schema: z.ZodType, part: string): string[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  const defs = root.$defs ?? {};
  const walk = (node: unknown, at: string, depth: number): string[] => {
    if (typeof node !== "object" || node === null || depth > 8) return [];
    if ("$ref" in node && typeof node.$ref === "string")
      return walk(defs[node.$ref.replace("#/$defs/", "")], at, depth + 1);
    const properties =
      "properties" in node && typeof node.properties === "object"
        ? Object.entries(node.properties ?? {})
        : [];
    const inside = ["anyOf", "oneOf", "allOf"].flatMap((key) =>
      Array.isArray(Reflect.get(node, key)) ? (Reflect.get(node, key) as unknown[]) : [],
    );
    return [
      ...properties.flatMap(([name, one]) => [
        `${at}.${name}`,
        ...walk(one, `${at}.${name}`, depth + 1),
      ]),
      ...[...inside, Reflect.get(node, "items")].flatMap((one) => walk(one, at, depth + 1)),
    ];
  };
  return walk(root, part, 0);
}

const all = endpoints;

it("every field that may name a path or address has a row that agrees with its operation", () => {
  const found = all.flatMap((endpoint) =>
    (["params", "query", "body"] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema === undefined
        ? []
        : fieldsOf(schema, part)
            .filter((field) => NAMES.test(field.split(".").at(-1) ?? ""))
            .map((field) => `${endpoint.id} ${field}`);
    }),
  );
  const places = all.flatMap(({ id, places = {} }) =>
    Object.entries(places).map(([field, kind]) => [`${id} ${field}`, kind]),
  );
  expect(Object.fromEntries(places)).toEqual(
    Object.fromEntries(Object.entries(TABLE).filter(([, kind]) => kind !== "open")),
  );
  expect(
    [...new Set(found)].filter((field) => !NO_PLACE.test(field) && TABLE[field] === undefined),
  ).toEqual([]);
  expect(Object.keys(TABLE).filter((field) => !found.includes(field))).toEqual([]);
});

describe("the window's page", () => {
  let s: Station;
  beforeAll(async () => {
    s = await lastingStation({ settings: { rateLimit: null } });
  });
  afterAll(() => s.stop());

  const folder = join(temporaryFolder(), "chosen");
  const CALLS: [method: "GET" | "POST" | "PUT" | "PATCH", path: string, body: unknown][] = [
    ["POST", "/station/backup", { folder }],
    ["PATCH", "/station/backup", { folder }],
    ["GET", `/station/backups?folder=${encodeURIComponent(folder)}`, undefined],
    ["GET", `/station/./backups?folder=${encodeURIComponent(folder)}`, undefined],
    ["POST", "/station/export", { file: join(folder, "a.zip"), format: "csv" }],
    ["POST", "/station/x/../%65xport", { file: join(folder, "a.zip"), format: "csv" }],
    ["POST", "/station/printers", { name: "F", driver: "file", path: folder }],
    ["POST", "/station/sync/hub-server", { program: "/bin/sh" }],
    ["POST", "/station/sync/hub-server", { port: 4_222 }],
    ["POST", "/station/sync/join", { code: "PB1-XXXX" }],
    [
      "POST",
      "/station/sync/join-server",
      { servers: ["tls://evil.example:4222"], credentials: "x" },
    ],
    [
      "PUT",
      "/station/api-access",
      { enabled: true, port: 4_747, listen: "0.0.0.0", securePort: 4_748 },
    ],
  ];
  const codeOf = async (
    call: (typeof CALLS)[number],
    page: { isKiosk: boolean; chosen: string[] },
  ): Promise<unknown> => {
    const [method, path, body] = call;
    const { body: answer } = await s.core.request({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      page,
    });
    return typeof answer === "object" && answer !== null && "code" in answer ? answer.code : "done";
  };

  it.each(CALLS)("the page on a shared desk cannot %s %s", async (method, path, body) => {
    expect(await codeOf([method, path, body], { isKiosk: true, chosen: [folder] })).toBe("E2104");
  });

  it.each(CALLS.slice(0, 7))(
    "the page on a desk that is not shared cannot %s %s before a person has chosen the path",
    async (method, path, body) => {
      expect(await codeOf([method, path, body], { isKiosk: false, chosen: ["/elsewhere"] })).toBe(
        "E1055",
      );
    },
  );

  it("the page on a desk that is not shared may name a path that a person has chosen and later the folder of nightly backups, and on a shared desk it may end nightly backups", async () => {
    const chosen = temporaryFolder();
    const answers = [
      await codeOf(["PATCH", "/station/backup", { folder: chosen }], {
        isKiosk: false,
        chosen: [chosen],
      }),
      await codeOf(["GET", `/station/backups?folder=${encodeURIComponent(chosen)}`, undefined], {
        isKiosk: false,
        chosen: [],
      }),
      await codeOf(["PATCH", "/station/backup", { folder: null }], { isKiosk: true, chosen: [] }),
    ];
    expect(answers).toEqual(["done", "done", "done"]);
  });
});
