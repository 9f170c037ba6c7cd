import { createHash } from "node:crypto";
import { join } from "node:path";
import fastify from "fastify";
import { expect, it } from "vitest";
import { serveDocuments } from "../../../core/http/api-documents.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { station } from "../../helpers/station.ts";

it("/docs/plain and /api/v1/docs/plain show every operation, its fields and its codes without a token, and every write declares E2036", async () => {
  const s = await station();
  const origin = new URL(s.url).origin;
  const [page, same] = await Promise.all([
    fetch(`${origin}/docs/plain`),
    fetch(`${s.url}/docs/plain`),
  ]);
  const html = await page.text();
  expect([page.status, page.headers.get("content-type"), same.status]).toEqual([
    200,
    "text/html; charset=utf-8",
    200,
  ]);
  expect(await same.text()).toBe(html);
  const document = (await (await fetch(`${s.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string; "x-error-codes": string[] }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const escaped = (text: string): string =>
    text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  expect(operations.length).toBeGreaterThan(30);
  expect(
    operations.filter((o) => !html.includes(`<p>${escaped(o.summary)}</p>`)).map((o) => o.summary),
  ).toEqual([]);
  expect(html).toContain("<h3>/<wbr>webhook/<wbr><em>{webhookID}</em>/<wbr>deliveries</h3>");
  expect(html.match(/<article /g)?.length).toBe(operations.length);
  const articles = html.split("<article ").slice(1);
  expect(
    operations.filter(
      ({ summary, "x-error-codes": codes }) =>
        !articles.some(
          (article) =>
            article.includes(`<p>${escaped(summary)}</p>`) &&
            codes.every((code) => article.includes(`<code>${code}</code></th>`)),
        ),
    ),
  ).toEqual([]);
  expect(document.paths["/webhook"]?.["put"]?.["x-error-codes"]).toContain("E2016");
  const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, o]) => method !== "get" && !o["x-error-codes"].includes("E2036"))
      .map(([method]) => `${method} ${path}`),
  );
  expect(silent).toEqual([]); // Every write may meet a full disk.
  for (const field of ["recipientAddress", "signingSecret", "lastEventID"])
    expect(html).toContain(`<code>${field}</code>`);
});

it("/docs/plain runs no script, fetches nothing, and its headers allow only its style", async () => {
  const s = await station();
  const page = await fetch(`${new URL(s.url).origin}/docs/plain`);
  const html = await page.text();
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(
    html.match(/<(script|link|img|iframe)|\son\w+=|\sstyle=|url\(|@import|https?:\/\//gi),
  ).toBeNull();
});

it("a station without the documents' files names the commands that write them", async () => {
  const app = fastify();
  serveDocuments(app, join(temporaryFolder(), "resources"));
  const { message } = (await app.inject({ url: "/openapi.json" })).json<{ message: string }>();
  expect(message).toMatch(
    /openapi\.json cannot be read; `npm run build` and `npm run serve` write it$/,
  );
});
