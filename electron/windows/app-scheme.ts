/**
 * The screen's address, packbench://desk/, served from dist/renderer. A page from file:// could
 * read other files; the page of this scheme has a separate origin and a content security policy
 * that allows nothing remote.
 */
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { protocol } from "electron";

export const SCREEN_ORIGIN = "packbench://desk";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wav": "audio/wav",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
};

/**
 * Declares the scheme; must run before the app is ready. The engine's compiled code of the screen
 * is cached for the next start.
 */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: "packbench",
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves the built screen.
 *
 * @param folder Built screen, absolute path. Nothing outside it is served.
 */
export function serveAppScheme(folder: string): void {
  protocol.handle("packbench", async (request) => {
    const { host, pathname } = new URL(request.url);
    const file = normalize(
      join(folder, decodeURIComponent(pathname === "/" ? "/index.html" : pathname)),
    );
    const type = TYPES[extname(file)];
    if (
      host !== "desk" ||
      request.method !== "GET" ||
      !file.startsWith(folder + sep) ||
      type === undefined
    )
      return notFound();
    try {
      const headers = {
        "content-type": type,
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
      };
      return new Response(await readFile(file), { headers });
    } catch {
      return notFound();
    }
  });
}

function notFound(): Response {
  return new Response("not found", { status: 404 });
}
