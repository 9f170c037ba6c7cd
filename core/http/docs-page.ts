/**
 * Makes a readable page of the API from its OpenAPI document: one file without scripts or external
 * resources.
 */
import { ERRORS, type ErrorCode } from "../base/errors.ts";
import {
  apiDocumentSchema,
  type ApiDocument,
  type Content,
  type Operation,
  type Schema,
} from "./api-document.ts";
import { DOCS_STYLE } from "./docs-style.ts";
import { inlineSchemas } from "./prune-schemas.ts";

type Endpoint = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

/**
 * Depth of nesting beyond which the page shows only the field names of an object. For example, a
 * shipment contains addresses, and an address contains a district.
 */
const DEEPEST = 2;

/**
 * Makes the page.
 *
 * @param openapi The OpenAPI document from `makeDocument`.
 * @param prefix Address below which all paths of the document lie: "/api/v1".
 * @returns The page, which must be sent with `DOCS_POLICY`.
 */
export function makeDocsPage(openapi: object, prefix: string): string {
  const document = apiDocumentSchema.parse(inlineSchemas(openapi));
  const groups = groupByTag(document);
  const { title, description = "" } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${esc(title)} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the endpoints</a>
<nav aria-label="Endpoints">
<p class="brand">${esc(title)} <span>API ${esc(document.info.version)}</span></p>
${groups.map(([tag, endpoints]) => `<h2>${esc(tag)}</h2><ul>${endpoints.map(link).join("")}</ul>`).join("\n")}
</nav>
<main id="main">
<header>
<h1>${esc(title)} API</h1>
<p>${esc(description)}</p>
<dl class="facts">
<div><dt>Base</dt><dd><code>${esc(prefix)}</code></dd></div>
<div><dt>Token</dt><dd><code>Authorization: Bearer &lt;token&gt;</code></dd></div>
<div><dt>Success</dt><dd><code>{ result: true, additionalMessage, data }</code>; lists add <code>limit, page, sort, totalRows, totalPages</code></dd></div>
<div><dt>Failure</dt><dd><code>{ result: false, code, errorCode, message }</code></dd></div>
<div><dt>Repeats</dt><dd><code>Idempotency-Key</code> on any POST</dd></div>
<div><dt>Document</dt><dd><a href="${esc(prefix)}/openapi.json">openapi.json</a> (OpenAPI 3.1)</dd></div>
</dl>
</header>
${groups.map(([tag, endpoints]) => `<section><h2>${esc(tag)}</h2>${endpoints.map(card).join("\n")}</section>`).join("\n")}
<section><h2 id="codes">Error codes</h2>${codesTable(Object.keys(ERRORS).sort())}</section>
</main>
</body>
</html>
`;
}

function groupByTag(document: ApiDocument): [string, Endpoint[]][] {
  const groups = new Map<string, Endpoint[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "Other";
      const id = `${method}${path}`
        .replace(/[^a-z0-9]+/gi, "-")
        .replace(/-$/, "")
        .toLowerCase();
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        { id, method: method.toUpperCase(), path, operation },
      ]);
    }
  }
  return [...groups];
}

function link({ id, method, path }: Endpoint): string {
  return `<li><a href="#${id}">${badge(method)}<span>${pathText(path)}</span></a></li>`;
}

function card({ id, method, path, operation }: Endpoint): string {
  const parameters = operation.parameters ?? [];
  const body = schemaOf(operation.requestBody?.content);
  const [status, success] = Object.entries(operation.responses ?? {}).find(([code]) =>
    code.startsWith("2"),
  ) ?? ["200", {}];
  const answer = schemaOf(success.content);
  const data = answer?.properties?.["data"] ?? answer;
  const parts = [
    parameters.length === 0
      ? ""
      : `<h4>Parameters</h4>${table(parameters.map((p) => row(p.name, sent(p.schema ?? {}), p.required === true, p.in, 0)).join(""))}`,
    body === undefined ? "" : `<h4>Body</h4>${fields(sent(body), 0)}`,
    data === undefined
      ? ""
      : `<h4>Answer <span class="status">${esc(status)}</span></h4>${fields(data, 0)}`,
    `<h4>Errors</h4>${codesTable(operation["x-error-codes"] ?? [])}`,
  ];
  const open = operation.security?.length === 0 ? `<span class="open">no token</span>` : "";
  return `<article id="${id}"><details><summary>${badge(method)}<h3>${pathText(path)}</h3>${open}<p>${esc(operation.summary ?? "")}</p></summary><div class="inside">${parts.join("")}</div></details></article>`;
}

function fields(schema: Schema, depth: number): string {
  const object = objectOf(schema);
  if (object?.properties === undefined || Object.keys(object.properties).length === 0)
    return `<p class="none">${esc(typeText(schema))}</p>`;
  const note = isList(schema) ? `<p class="none">A list of:</p>` : "";
  const required = object.required ?? [];
  return (
    note +
    table(
      Object.entries(object.properties)
        .map(([name, field]) => row(name, field, required.includes(name), "", depth))
        .join(""),
    )
  );
}

function row(
  name: string,
  schema: Schema,
  isRequired: boolean,
  place: string,
  depth: number,
): string {
  const object = objectOf(schema);
  const inner =
    object?.properties === undefined
      ? ""
      : depth < DEEPEST
        ? `<details><summary>${Object.keys(object.properties).length} fields</summary>${fields(object, depth + 1)}</details>`
        : esc(Object.keys(object.properties).join(", "));
  const values =
    schema.enum === undefined
      ? ""
      : schema.enum.map((v) => `<code>${esc(String(v))}</code>`).join(" ");
  const notes = [
    place === "" ? "" : esc(place),
    isRequired && place !== "path" ? "always" : "",
    values,
    esc(schema.description ?? ""),
  ]
    .filter((s) => s !== "")
    .join(" · ");
  return `<tr><th scope="row"><code>${esc(name)}</code></th><td class="type">${esc(typeText(schema))}</td><td>${notes}${inner}</td></tr>`;
}

function table(rows: string): string {
  return `<table><tbody>${rows}</tbody></table>`;
}

function codesTable(codes: readonly string[]): string {
  const rows = codes
    .filter((code): code is ErrorCode => code in ERRORS)
    .map((code) => {
      const { status, message } = ERRORS[code];
      return `<tr><th scope="row"><code>${code}</code></th><td class="type">${status}</td><td>${esc(message)}</td></tr>`;
    });
  return table(rows.join(""));
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

/**
 * Removes null from the schema of a request, so that the page does not repeat for each field that
 * it may be null.
 */
function sent(schema: Schema): Schema {
  const notNull = (schema.anyOf ?? []).filter(
    (one) => !typesOf(one).every((type) => type === "null") || one.anyOf !== undefined,
  );
  return {
    ...schema,
    ...(schema.type === undefined
      ? {}
      : { type: typesOf(schema).filter((type) => type !== "null") }),
    ...(schema.anyOf === undefined ? {} : { anyOf: notNull.map(sent) }),
    ...(schema.items === undefined ? {} : { items: sent(schema.items) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, field]) => [name, sent(field)]),
          ),
        }),
  };
}

/**
 * Finds the object schema of a field: its own schema, the schema of its list's items, or the schema
 * of one of its alternatives.
 */
function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectOf(schema.items);
  return schema.anyOf?.map(objectOf).find((found) => found !== undefined);
}

function isList(schema: Schema): boolean {
  return typesOf(schema).includes("array");
}

function typesOf(schema: Schema): readonly string[] {
  return typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
}

function typeText(schema: Schema): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(" or ");
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  const types = typesOf(schema);
  const text = types.length === 0 ? "any" : types.join(" or ");
  return schema.format === undefined ? text : `${text} (${schema.format})`;
}

function badge(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Lets a path wrap at its slashes, and highlights its parameters. */
function pathText(path: string): string {
  return esc(path)
    .replaceAll("/", "/<wbr>")
    .replace(/\{([^}]+)\}/g, "<em>{$1}</em>");
}

function esc(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
