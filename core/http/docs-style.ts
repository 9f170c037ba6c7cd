import { createHash } from "node:crypto";

/** Style of the API page. Its colours are variables with values for light and dark screens. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --page: #fff; --side: #f6f7f9; --text: #1a1d23; --soft: #5b6472; --line: #e1e5ea; --card: #fff; --code: #f0f2f5; --link: #0b57d0;
  --get: #0b6bcb; --post: #17753f; --put: #8a5a00; --patch: #7a4bc2; --delete: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --side: #1a1e25; --text: #e6e9ee; --soft: #9aa4b2; --line: #2b313b; --card: #1a1e25; --code: #232933; --link: #8ab4f8;
    --get: #6cb2ff; --post: #5fd08c; --put: #e6b04a; --patch: #bd9bf5; --delete: #ff8a80 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; scroll-behavior: smooth }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); background: var(--page); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif }
code, .method, h3, nav li { font-family: ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem 1rem; z-index: 1 }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem 2rem; background: var(--side); border-right: 1px solid var(--line) }
.brand { margin: 0 0 1rem; font-weight: 650; font-size: 1.05rem }
.brand span { color: var(--soft); font-weight: 400 }
nav h2 { margin: 1.1rem 0 .25rem; font-size: .75rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft) }
nav ul { margin: 0; padding: 0; list-style: none; font-size: .78rem }
nav li a { display: grid; grid-template-columns: 3.4rem 1fr; gap: .25rem; padding: .16rem .25rem; color: inherit; border-radius: 4px; overflow-wrap: anywhere }
nav li a:hover { background: var(--code); text-decoration: none }
nav em, h3 em { font-style: normal; color: var(--soft) }
main { max-width: 62rem; padding: 2rem clamp(1rem, 4vw, 3rem) 6rem }
h1 { margin: 0 0 .25rem; font-size: 1.7rem; line-height: 1.2 }
header p { margin: 0; color: var(--soft) }
section > h2 { margin: 2.5rem 0 .6rem; font-size: 1.15rem }
.facts { margin: 1.25rem 0 0; display: grid; gap: .35rem }
.facts div { display: grid; grid-template-columns: 6rem minmax(0, 1fr) }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
code { background: var(--code); padding: .08em .35em; border-radius: 4px; font-size: .88em }
article { border: 1px solid var(--line); border-radius: 8px; background: var(--card); margin: .5rem 0 }
article:target { border-color: var(--link) }
article > details > summary { display: grid; grid-template-columns: 4.2rem minmax(0, 1fr) auto; align-items: baseline; gap: 0 .5rem; padding: .6rem .9rem; cursor: pointer; list-style: none }
article > details > summary::-webkit-details-marker { display: none }
article > details > summary p { grid-column: 2 / -1; margin: .1rem 0 0; color: var(--soft) }
h3 { margin: 0; font-size: .95rem; font-weight: 600; overflow-wrap: anywhere }
.method { font-size: .74rem; font-weight: 700; color: var(--soft) }
nav .method { font-size: .7rem; padding-top: .1rem }
.get { color: var(--get) } .post { color: var(--post) } .put { color: var(--put) } .patch { color: var(--patch) } .delete { color: var(--delete) }
.open { font-size: .75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px; padding: 0 .5rem }
.inside { padding: 0 .9rem 1rem; border-top: 1px solid var(--line) }
h4 { margin: 1rem 0 .3rem; font-size: .85rem }
.status { color: var(--soft); font-weight: 400 }
.none { margin: 0; color: var(--soft) }
table { width: 100%; border-collapse: collapse; font-size: .86rem }
th, td { text-align: left; vertical-align: top; padding: .28rem .6rem .28rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere }
tr:first-child > th, tr:first-child > td { border-top: 0 }
th { width: 15rem } .type { width: 11rem; color: var(--soft) }
td details > summary { cursor: pointer; color: var(--link) }
td details table { margin-left: .5rem } td details th { width: 11rem } td details .type { width: 8rem }
@media (max-width: 60rem) { body { display: block } nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line) } th, .type { width: auto } }
@media print { nav { display: none } body { display: block } }
`;

/** Content-Security-Policy of the API page: allows only the page's style, by its hash. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(DOCS_STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
