/**
 * Makes a page of the station that opens by its link, without a token. The page's headers forbid
 * scripts, other origins, framing and referrers.
 */
import { createHash } from "node:crypto";
import type { Bytes } from "./route.ts";

export type Page = Bytes & { readonly headers: Readonly<Record<string, string>> };

/**
 * Makes a whole HTML page.
 *
 * @param page.language Language of the page's text, if it was chosen for the reader; absent: "tr".
 * @param page.title HTML; outside text must be escaped.
 * @param page.body HTML; outside text must be escaped.
 * @param page.style CSS of our own.
 */
export function htmlPage(page: {
  readonly language?: "tr" | "en";
  readonly title: string;
  readonly style: string;
  readonly body: string;
}): Page {
  const style = createHash("sha256").update(page.style).digest("base64");
  return {
    type: "text/html; charset=utf-8",
    headers: {
      "Content-Security-Policy": `default-src 'none'; img-src data:; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
      "Referrer-Policy": "no-referrer",
      ...(page.language === undefined
        ? {}
        : { "Content-Language": page.language, Vary: "Accept-Language" }),
      "X-Content-Type-Options": "nosniff",
    },
    bytes: `<!doctype html>
<html lang="${page.language ?? "tr"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style>${page.style}</style>
</head>
<body>${page.body}</body>
</html>
`,
  };
}
