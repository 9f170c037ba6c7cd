/**
 * Makes the OpenAPI document from the endpoints. Each schema with an id appears once and is
 * referenced by name.
 */
import fastifySwagger, { type SwaggerTransformObject } from "@fastify/swagger";
import fastify, { type FastifySchema } from "fastify";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../base/errors.ts";
import { API_PREFIX } from "./api-prefix.ts";
import type { AnyEndpoint, Shape } from "./endpoint.ts";
import { failureSchema, pagingFields, successFields } from "./envelope.schema.ts";
import { pruneSchemas } from "./prune-schemas.ts";

declare module "fastify" {
  interface FastifySchema {
    "x-error-codes"?: readonly ErrorCode[];
  }
}

const JSON_TYPE = "application/json";
const BINARY = z.string().meta({ format: "binary" });
const nameSchemas = createJsonSchemaTransformObject({});

/**
 * Makes the document of these endpoints, in their order. The document's server is the prefix of all
 * paths.
 *
 * @param version The product's version; the interface's own version is 1.0.
 */
export async function makeDocument(
  endpoints: readonly AnyEndpoint[],
  version: string,
): Promise<object> {
  const app = fastify({ exposeHeadRoutes: false });
  // These routes only serve to make the document; they are never called.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const transformObject: SwaggerTransformObject = (draft) => {
    const document = nameSchemas(draft);
    pruneSchemas(document);
    return document;
  };
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Packbench",
        version: "1.0",
        description: [
          `Shipping marketplace of this station. Packbench ${version}.`,
          "",
          ...COMMON.map((code) => `- ${code}: ${ERRORS[code].message}`),
        ].join("\n"),
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: API_PREFIX }],
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject,
  });
  await app.register(
    async (api) => {
      for (const endpoint of endpoints)
        api.route({
          method: endpoint.method,
          url: endpoint.path,
          schema: describe(endpoint),
          handler: () => null,
        });
    },
    { prefix: API_PREFIX },
  );
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

/** Makes the document's entry for one endpoint. */
function describe(endpoint: AnyEndpoint): FastifySchema {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: endpoint.access === "open" ? [] : [{ token: [] }],
    ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
    ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    response: responsesOf(endpoint),
    "x-error-codes": codesOf(endpoint),
  };
}

/**
 * Lists the codes that the document declares for an endpoint: its own, and those that the server
 * adds.
 */
function codesOf({ invalid, access, body, method, path, errors }: AnyEndpoint): ErrorCode[] {
  const common: ErrorCode[] = [
    invalid,
    "E2000",
    "E2005",
    ...(access === "open" ? [] : (["E2001", "E1055"] as const)),
    ...(path.includes(":") ? (["E2002"] as const) : []), // The answer for an id that is too long.
  ];
  const bodies: ErrorCode[] = [
    ...(body === undefined ? [] : (["E2003", "E2004"] as const)),
    ...(method === "POST"
      ? path.startsWith("/station/")
        ? (["E2007"] as const)
        : (["E2007", "E2156"] as const)
      : []),
  ];
  const writes: ErrorCode[] = method === "GET" ? [] : ["E2036"];
  return [...new Set([...errors, ...common, ...bodies, ...writes])].sort();
}

type Declared = {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
};

/**
 * Makes the declared answers: success in the endpoint's envelope, and one failure for each status
 * of the endpoint's error codes.
 */
function responsesOf(endpoint: AnyEndpoint): Record<number, Declared> {
  const schema = successSchema(endpoint);
  const success: Declared = {
    description: "Success.",
    content: Object.fromEntries(
      (endpoint.media ?? [JSON_TYPE]).map((type) => [
        type,
        { schema: type === JSON_TYPE ? schema : type.startsWith("text/") ? z.string() : BINARY },
      ]),
    ),
  };
  const codes = codesOf(endpoint);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return {
    [endpoint.status]: success,
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        failureOf(codes.filter((code) => ERRORS[code].status === status)),
      ]),
    ),
  };
}

/** Codes of nearly every operation; their sentences appear once, in the document's description. */
const COMMON: readonly ErrorCode[] = [
  "E2000",
  "E2001",
  "E2002",
  "E2003",
  "E2004",
  "E2005",
  "E2036",
];

function failureOf(codes: readonly ErrorCode[]): Declared {
  return {
    description: codes
      .map((code) => (COMMON.includes(code) ? code : `${code}: ${ERRORS[code].message}`))
      .join("\n"),
    content: { [JSON_TYPE]: { schema: failureSchema } },
  };
}

/**
 * Makes the schema of an endpoint's whole successful answer; for `bytes`, the schema accepts any
 * value.
 */
function successSchema({ shape, answer }: Pick<AnyEndpoint, "shape" | "answer">): z.ZodType {
  const shapes: Record<Shape, () => z.ZodType> = {
    one: () => z.object({ ...successFields, data: answer }),
    page: () => z.object({ ...successFields, data: z.array(answer), ...pagingFields }),
    whole: () => z.object({ ...successFields, data: z.array(answer), ...pagingFields }),
    raw: () => answer,
    bytes: () => z.unknown(),
  };
  return shapes[shape]();
}
