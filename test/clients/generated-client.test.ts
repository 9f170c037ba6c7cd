/**
 * The OpenAPI document as other programs use it: a public linter checks it, a public generator
 * makes a client from it, the compiler checks a program that uses the client, and the program buys
 * a label at a real station.
 */
import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { lastingStation, type Station } from "../helpers/station.ts";

const run = promisify(execFile);
const bin = (path: string): string => join(ROOT, "node_modules", path);
const QUIET = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * Buys a label in two steps, cancels it, and asks for a missing shipment. Its types are those of
 * the generated client.
 */
const PROGRAM = `
import { Api, type Shipment } from "./client.js";

const [baseUrl, token] = process.argv.slice(2);
const client = new Api<string>({ baseUrl, securityWorker: (bearer) => ({ headers: { authorization: \`Bearer \${bearer}\` } }) });
client.setSecurityData(token ?? null);

const sender = await client.addresses.createAddress({ name: "Depo", phone: "+905051234567", address1: "Cadde 1", countryCode: "TR", cityCode: "34", districtName: "Esenyurt" });
const created = await client.shipments.createShipment({
  test: true,
  senderAddressID: sender.data.data.id,
  recipientAddress: { name: "Ayşe", email: "ayse@ornek.test", phone: "+905051234568", address1: "Sokak 2", countryCode: "TR", cityCode: "06", districtName: "Çankaya" },
  length: "10.0", width: "10.0", height: "10.0", distanceUnit: "cm", weight: "1.0", massUnit: "kg",
});
let shipment: Shipment = created.data.data;
while (shipment.offers?.percentageCompleted !== 100) shipment = (await client.shipments.getShipment(shipment.id)).data.data;
const bought = await client.transactions.createTransaction({ offerID: shipment.offers.cheapest?.id ?? "" });
const cancelled = await client.shipments.cancelShipment(shipment.id);
const listed = await client.shipments.listShipments({ limit: 1 });
const missing = await client.shipments.getShipment("none").catch((answer: { error: { code: string } }) => answer.error.code);
console.log(JSON.stringify([bought.status, bought.data.data.shipment.statusCode, cancelled.data.data.statusCode, listed.data.totalRows, listed.data.data.map(({ id }) => id === shipment.id), missing]));
`;

let s: Station;
let folder: string;

beforeAll(async () => {
  s = await lastingStation();
  folder = temporaryFolder();
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${s.url}/openapi.json`)).text());
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});

afterAll(async () => {
  await s.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("a public linter with all its recommended rules finds no problem in the document", async () => {
  const { stdout } = await run(
    process.execPath,
    [
      bin("@redocly/cli/bin/cli.js"),
      "lint",
      "openapi.json",
      "--extends=recommended",
      "--format=json",
    ],
    { cwd: folder, env: QUIET },
  );
  expect(
    (JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }).problems.map(
      ({ ruleId, message }) => `${ruleId}: ${message}`,
    ),
  ).toEqual([]);
});

it(
  "a client that a public generator makes from the document compiles under strict types, and buys and cancels a label",
  { tags: "all" },
  async () => {
    await run(
      process.execPath,
      [
        bin("swagger-typescript-api/dist/cli.mjs"),
        "generate",
        "--path",
        "openapi.json",
        "--output",
        ".",
        "--name",
        "client.ts",
        "--silent",
      ],
      { cwd: folder },
    );
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          target: "ES2023",
          module: "NodeNext",
          lib: ["ES2023", "DOM", "DOM.Iterable"],
          types: ["node"],
          typeRoots: [bin("@types")],
          skipLibCheck: true,
          outDir: "out",
        },
        files: ["program.ts"],
      }),
    );
    await run(process.execPath, [bin("typescript/bin/tsc"), "-p", folder]);
    const { stdout } = await run(process.execPath, [
      join(folder, "out/program.js"),
      s.url,
      s.started.token ?? "",
    ]);
    expect(JSON.parse(stdout)).toEqual([
      201,
      "TRACKING_CODE_CREATED",
      "CANCELED",
      1,
      [true],
      "E1051",
    ]);
  },
);
