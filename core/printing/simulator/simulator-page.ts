/** The simulator's page: the labels as they would lie beside the printer, newest first. One file, no assets, no network. */
import { MODES } from "./behaviour.ts";

/** @returns The page, whole, with its style and script. */
export function simulatorPageHtml(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Packbench printer</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1><span class="dot" id="dot"></span>Packbench printer</h1>
  <p id="count" aria-live="polite">No labels yet</p>
  <label>The printer is <select id="mode">${MODES.map((mode) => `<option>${mode}</option>`).join("")}</select></label>
</header>
<main id="jobs"></main>
<p id="empty">Labels appear here as they are printed.</p>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #68727d; --paper: #eef0f2; --card: #fff; --line: #d9dee3; --good: #1a7f4b; --bad: #c2410c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #98a3ae; --paper: #14181c; --card: #1e2429; --line: #333c44; --good: #4ade80; --bad: #fb923c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; padding: 14px 28px; background: var(--card); border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 18px; }
header p { margin: 0; flex: 1; color: var(--soft); }
.dot { display: inline-block; width: 10px; height: 10px; margin-right: 10px; border-radius: 50%; background: var(--good); }
.dot.stopped { background: var(--bad); }
select { font: inherit; padding: 4px 8px; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 24px; padding: 28px; }
#empty { margin: 16vh auto; text-align: center; color: var(--soft); }
article { overflow: hidden; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
article img { display: block; width: 100%; aspect-ratio: 2 / 3; object-fit: contain; padding: 12px; background: #fff; border-bottom: 1px solid var(--line); image-rendering: auto; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 0; padding: 12px 16px; font-size: 13px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
dd.code { font-weight: 600; }
a { color: inherit; }
`;

const SCRIPT = `
"use strict";
const byId = (id) => document.getElementById(id);
const shown = new Map();
const text = (tag, content, className) => {
  const element = document.createElement(tag);
  element.textContent = content;
  if (className) element.className = className;
  return element;
};
function card(job) {
  const article = document.createElement("article");
  const link = document.createElement("a");
  link.href = "/jobs/" + job.n + ".zpl";
  const image = document.createElement("img");
  image.loading = "lazy";
  image.alt = "Label " + job.n;
  image.src = "/jobs/" + job.n + ".png";
  link.append(image);
  const list = document.createElement("dl");
  const code = text("dd", "", "code");
  list.append(
    text("dt", "Job"), text("dd", "#" + job.n + " · " + job.bytes.toLocaleString() + " bytes"),
    text("dt", "Printed"), text("dd", new Date(job.at).toLocaleString()),
    text("dt", "Reads"), code,
  );
  article.append(link, list);
  return { article, code };
}
async function refresh() {
  try {
    const [jobs, behaviour] = await Promise.all(["/jobs", "/behaviour"].map((path) => fetch(path).then((answer) => answer.json())));
    for (const job of jobs.toReversed()) {
      if (!shown.has(job.n)) {
        shown.set(job.n, card(job));
        byId("jobs").prepend(shown.get(job.n).article);
      }
      shown.get(job.n).code.textContent = job.barcodes === null ? "…" : job.barcodes.join(", ") || "no symbol";
    }
    byId("count").textContent = jobs.length === 1 ? "1 label" : jobs.length === 0 ? "No labels yet" : jobs.length + " labels";
    byId("empty").hidden = jobs.length > 0;
    if (document.activeElement !== byId("mode")) byId("mode").value = behaviour.mode;
    byId("dot").classList.toggle("stopped", behaviour.mode !== "ok");
  } catch {
    byId("count").textContent = "The printer is switched off";
    byId("dot").classList.add("stopped");
  }
  setTimeout(refresh, 1000);
}
byId("mode").addEventListener("change", async (event) => {
  await fetch("/behaviour", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ mode: event.target.value }) });
  event.target.blur();
});
refresh();
`;
