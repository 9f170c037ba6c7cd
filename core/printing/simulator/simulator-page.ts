/**
 * The simulator's page: the printed labels, newest first. One file without other assets, which
 * requests only the simulator's own data.
 */
import type { PageLanguage } from "../../base/page-language.ts";
import { CONNECTIONS, ENDINGS, MODES } from "./behaviour.ts";
import { SIMULATOR_LANGUAGES } from "./printer-stream.ts";
import { PAGE_WORDS } from "./simulator-words.ts";

/** Returns the whole page in a language, with its style and script. */
export function simulatorPageHtml(language: PageLanguage): string {
  const words = PAGE_WORDS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1><span class="dot" id="dot"></span>${words.title}</h1>
  <p id="count" aria-live="polite">${words.none}</p>
  <label>${words.printerIs} <select id="mode">${optionsOf(MODES, words.modes)}</select></label>
  <details>
    <summary>${words.more}</summary>
    <form id="more">
      <label>${words.understands} <select id="language">${optionsOf(SIMULATOR_LANGUAGES)}</select></label>
      <label>${words.paperLeft} <input data-number="paperAfterLabels" type="number" min="1" placeholder="${words.noEnd}"></label>
      <label>${words.line} <input data-number="bytesPerSecond" type="number" min="1" placeholder="${words.noLimit}"></label>
      <label>${words.slow} <input data-number="slowMs" type="number" min="0" required></label>
      <label>${words.cutAfter} <input data-number="cutAfterBytes" type="number" min="1" required></label>
      <label>${words.ending} <select data-choice="ending">${optionsOf(ENDINGS, words.endings)}</select></label>
      <label>${words.connections} <select data-choice="connections">${optionsOf(CONNECTIONS, words.connectionsOf)}</select></label>
      <p id="counters"></p>
      <p id="refused" role="alert"></p>
    </form>
  </details>
</header>
<main id="jobs"></main>
<p id="empty">${words.empty}</p>
<script>const WORDS = ${JSON.stringify(words)};
${SCRIPT}</script>
</body>
</html>
`;
}

/**
 * Writes the options of a choice.
 *
 * @param words Text for each name; a name without a text is shown as it is.
 */
function optionsOf(names: readonly string[], words: Readonly<Record<string, string>> = {}): string {
  return names.map((name) => `<option value="${name}">${words[name] ?? name}</option>`).join("");
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
select, input { font: inherit; padding: 4px 8px; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
details { flex-basis: 100%; }
summary { color: var(--soft); cursor: pointer; }
form { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 12px 24px; padding: 10px 0; }
form label { display: grid; gap: 2px; font-size: 13px; color: var(--soft); }
form select, form input { color: var(--ink); }
form p { grid-column: 1 / -1; font-size: 13px; font-variant-numeric: tabular-nums; }
#refused { color: var(--bad); }
#refused:empty { display: none; }
.note { margin-left: 8px; color: var(--bad); font-weight: 600; }
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
const LANGUAGE = document.documentElement.lang;
const fill = (words, values) => words.replaceAll(/\\{(\\w+)\\}/g, (place, name) => (typeof values[name] === "number" ? values[name].toLocaleString(LANGUAGE) : (values[name] ?? place)));
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
  link.href = "/jobs/" + job.n + "." + job.language.toLowerCase();
  const image = document.createElement("img");
  image.loading = "lazy";
  image.alt = fill(WORDS.label, { n: String(job.n) });
  image.src = "/jobs/" + job.n + ".png";
  link.append(image);
  const list = document.createElement("dl");
  const code = text("dd", "", "code");
  const number = text("dd", "#" + job.n + " · " + fill(WORDS.bytes, { n: job.bytes, language: job.language }));
  if (job.copies > 1) number.append(" · " + fill(WORDS.copy, job));
  if (job.isPartial) number.append(text("span", WORDS.torn, "note"));
  if (job.garbageBytes > 0) number.append(text("span", fill(WORDS.garbage, { n: job.garbageBytes }), "note"));
  list.append(
    text("dt", WORDS.job), number,
    text("dt", WORDS.printed), text("dd", new Date(job.at).toLocaleString(LANGUAGE)),
    text("dt", WORDS.reads), code,
  );
  article.append(link, list);
  return { article, code };
}
let behaviour = null;
async function refresh() {
  try {
    const [jobs, current, printer] = await Promise.all(["/jobs", "/behaviour", "/printer"].map((path) => fetch(path).then((answer) => answer.json())));
    behaviour = current;
    for (const job of jobs.toReversed()) {
      if (!shown.has(job.n)) {
        shown.set(job.n, card(job));
        byId("jobs").prepend(shown.get(job.n).article);
      }
      shown.get(job.n).code.textContent = job.barcodes === null ? "…" : job.barcodes.join(", ") || WORDS.noSymbol;
    }
    byId("count").textContent = (jobs.length === 1 ? WORDS.one : jobs.length === 0 ? WORDS.none : fill(WORDS.many, { n: jobs.length })) + (printer.waiting > 0 ? fill(WORDS.waiting, { n: printer.waiting }) : "");
    byId("empty").hidden = jobs.length > 0;
    byId("counters").textContent = fill(WORDS.counters, { labels: printer.odometer.labels, inches: Math.floor(printer.odometer.inches), garbage: printer.garbageBytes });
    for (const [element, value] of [[byId("mode"), behaviour.mode], [byId("language"), printer.language], ...fields().map((field) => [field, behaviour[nameOf(field)] ?? ""])]) {
      if (document.activeElement !== element) element.value = value;
    }
    byId("dot").classList.toggle("stopped", behaviour.mode !== "ok");
  } catch {
    byId("count").textContent = WORDS.off;
    byId("dot").classList.add("stopped");
  }
  setTimeout(refresh, 1000);
}
const fields = () => [...document.querySelectorAll("[data-number], [data-choice]")];
const nameOf = (field) => field.dataset.number ?? field.dataset.choice;
async function change(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  byId("refused").textContent = answer.ok ? "" : WORDS.refused;
  if (answer.ok && path === "/behaviour") behaviour = await answer.json();
}
byId("mode").addEventListener("change", async (event) => {
  await change("/behaviour", { ...behaviour, mode: event.target.value });
  event.target.blur();
});
byId("language").addEventListener("change", (event) => change("/printer", { language: event.target.value }));
byId("more").addEventListener("submit", (event) => event.preventDefault());
for (const field of fields()) {
  field.addEventListener("change", () => {
    const value = field.dataset.choice ? field.value : field.value === "" ? null : Number(field.value);
    change("/behaviour", { ...behaviour, [nameOf(field)]: value });
  });
}
refresh();
`;
