/**
 * Serves the API's documents in a viewer: Scalar, one file that ships with the product. The page
 * fetches nothing from elsewhere, and a call that a reader tries goes only to this station.
 * `/docs/plain` has the same content without scripts.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/**
 * Version in the scripts' addresses, so that a page in a browser's cache requests the viewer of the
 * same version as the page.
 */
const VIEWER_VERSION = "1.72.1";
const JAVASCRIPT = "text/javascript; charset=utf-8";

/**
 * Scripts must be files of this station; none may be inline or made from text. Styles may be
 * inline, because the viewer creates style elements and attributes without a nonce: under a policy
 * with a nonce, Chromium blocked six of these styles, and the page was unreadable. Styles cannot
 * fetch anything from elsewhere: images come from this station or the page itself, and fonts from
 * the page itself.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Packbench API</title>
</head>
<body>
<noscript><p>This page needs JavaScript. <a href="/docs/plain">The same without it</a></p></noscript>
<div id="app"></div>
<script src="/docs/viewer.js?v=${VIEWER_VERSION}"></script>
<script src="/docs/start.js?v=${VIEWER_VERSION}"></script>
</body>
</html>
`;

/**
 * Serves the page, its two scripts, and an example of each operation.
 *
 * @param resourcesDir The folder that contains `api-viewer/`.
 */
export function serveViewer(at: FastifyInstance, resourcesDir: string): void {
  at.get("/docs", async (_request, reply) =>
    reply
      .header("Content-Security-Policy", POLICY)
      .header("Referrer-Policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
  at.get("/docs/viewer.js", async (request, reply) => {
    const packed = await readFile(join(resourcesDir, "api-viewer", "viewer.js.gz"));
    void reply
      .header("Cache-Control", "private, max-age=86400")
      .header("Vary", "Accept-Encoding, Origin")
      .type(JAVASCRIPT);
    if (/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")))
      return reply.header("Content-Encoding", "gzip").send(packed);
    return reply.send(await promisify(gunzip)(packed));
  });
  at.get("/docs/start.js", async (_request, reply) =>
    reply.type(JAVASCRIPT).send(await readFile(join(resourcesDir, "api-viewer", "start.js"))),
  );
  at.get("/docs/examples.json", async (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .send(await readFile(join(resourcesDir, "api-viewer", "examples.json"))),
  );
}
