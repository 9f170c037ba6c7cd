/** The OpenAPI document as a whole, without the contents of its operations. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { inlineSchemas, pruneSchemas } from "../../../core/http/prune-schemas.ts";
import { exportedEndpoints } from "../../helpers/endpoints.ts";
import { lostSecrets } from "../../../core/station/secrets.ts";
import {
  boughtShipment,
  change,
  lastingStation,
  station,
  type Station,
} from "../../helpers/station.ts";

type Operation = {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly "x-error-codes": readonly string[];
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, unknown>> }>
  >;
};
type Document = {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

let s: Station;

beforeAll(async () => {
  s = await lastingStation();
});
afterAll(() => s.stop());

it("every endpoint is in the document once, by its export name", async () => {
  const document = (await (await fetch(`${s.url}/openapi.json`)).json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  );
  expect(
    exportedEndpoints.filter(([name, endpoint]) => name !== endpoint.id).map(([name]) => name),
  ).toEqual([]);
  expect(operations.toSorted()).toEqual(
    exportedEndpoints
      .map(([name, { method, path }]) => `${name} ${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
      .toSorted(),
  );
  expect(new Set(exportedEndpoints.map(([name]) => name)).size).toBe(exportedEndpoints.length);
});

it("the document's server is the prefix and its paths start below it, so that a client calls /api/v1/cities", async () => {
  const document = (await (await fetch(`${s.url}/openapi.json`)).json()) as Document;
  const [server] = document.servers;
  expect([
    server?.url,
    Object.keys(document.paths).filter((path) => path.startsWith("/api/")),
  ]).toEqual(["/api/v1", []]);
  expect((await fetch(`${new URL(s.url).origin}${server?.url}/cities?countryCode=TR`)).status).toBe(
    200,
  );
  expect(await (await fetch(`${new URL(s.url).origin}/openapi.json`)).json()).toEqual(document);
});

it("an operation without a token has an empty security list, and every listed schema is used", async () => {
  const document = (await s.core.app.inject({ url: "/openapi.json" })).json<Document>();
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(
    operations
      .filter(({ security }) => security.length === 0)
      .map(({ operationId }) => operationId),
  ).toEqual([
    "listCities",
    "listDistricts",
    "getDistrict",
    "downloadLabel",
    "getTrackingPage",
    "callMarketplaceHook",
  ]);
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      "Address",
      "Failure",
      "NewShipment",
      "NewTransaction",
      "Offer",
      "Shipment",
      "Transaction",
    ]),
  );
  const text = JSON.stringify(document);
  expect(
    Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    ),
  ).toEqual([]);
  expect(text.length).toBeLessThan(780_000);
  expect(JSON.stringify(inlineSchemas(document))).not.toContain("$ref");
});

it("every operation with an id in its path documents 404, which is the answer to an id that is too long", async () => {
  const document = (await s.core.app.inject({ url: "/openapi.json" })).json<Document>();
  const silent = Object.entries(document.paths)
    .filter(([path]) => path.includes("{"))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses })),
    )
    .filter(({ responses }) => responses["404"] === undefined);
  const { status, body } = await s.call("POST", `/station/imports/${"a".repeat(501)}/mend`);
  expect([silent.map(({ method, path }) => `${method} ${path}`), status, body.code]).toEqual([
    [],
    404,
    "E2002",
  ]);
});

it("the operations that answer E2058 for an unknown layout of a label document this code", async () => {
  const { shipment } = await boughtShipment(s);
  change(s, `UPDATE purchase_snapshots SET body = json_set(body, '$.label.layout', 'standard@99')`);
  const document = (await s.core.app.inject({ url: "/openapi.json" })).json<Document>();
  const calls = [
    ["/labels/{shipmentID}/{file}", shipment.labelURL.replace(s.url, "")],
    ["/station/labels/{shipmentID}/picture", `/station/labels/${shipment.id}/picture`],
    ["/station/labels/{shipmentID}/label.pdf", `/station/labels/${shipment.id}/label.pdf`],
  ] as const;
  for (const [path, called] of calls) {
    const { body } = await s.call("GET", called);
    expect([path, body.code]).toEqual([path, "E2058"]);
    expect(document.paths[path]?.["get"]?.["x-error-codes"]).toContain("E2058");
  }
});

it("POST /webhook documents E2050, its answer while the station's key is lost", async () => {
  const secrets = lostSecrets("/none", { read: () => "other", write: () => {} }, "Lost.");
  const lost = await station({ world: { secrets } });
  const { body } = await lost.call("POST", "/webhook", {
    type: "TRACK_UPDATED",
    url: "https://hooks.example/in",
    isActive: true,
  });
  const document = (await s.core.app.inject({ url: "/openapi.json" })).json<Document>();
  expect(body.code).toBe("E2050");
  expect(document.paths["/webhook"]?.["post"]?.["x-error-codes"]).toContain("E2050");
});

it("an answer that is not JSON is documented with its media type", async () => {
  const document = (await s.core.app.inject({ url: "/openapi.json" })).json<Document>();
  const types = (path: string): string[] =>
    Object.keys(document.paths[path]?.["get"]?.responses["200"]?.content ?? {});
  expect([
    types("/events"),
    types("/station/shipments.csv"),
    types("/labels/{shipmentID}/{file}"),
    types("/tracking/{shipmentID}/{signature}"),
  ]).toEqual([
    ["text/event-stream"],
    ["text/csv"],
    ["application/pdf", "application/zpl", "image/png", "text/html"],
    ["text/html"],
  ]);
});

it("a schema used only in requests has its plain name, a schema that differs in answers has two, and unused schemas are dropped", () => {
  const of = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const document = {
    paths: {
      "/x": {
        sent: of("NewInput"),
        both: [of("Both"), of("BothInput")],
        same: [of("Same"), of("SameInput")],
      },
    },
    components: {
      schemas: {
        NewInput: of("InnerInput"),
        InnerInput: {},
        Both: { a: 1 },
        BothInput: { a: 2 },
        Same: {},
        SameInput: {},
        Unused: {},
      },
    },
  };
  pruneSchemas(document);
  expect(document).toEqual({
    paths: {
      "/x": {
        sent: of("New"),
        both: [of("Both"), of("BothInput")],
        same: [of("Same"), of("Same")],
      },
    },
    components: {
      schemas: { Both: { a: 1 }, BothInput: { a: 2 }, Inner: {}, New: of("Inner"), Same: {} },
    },
  });
});
