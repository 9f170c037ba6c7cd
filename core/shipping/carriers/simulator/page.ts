/** The simulator's page: its parcels, which buttons move, its faults, and the received calls. */
import { escapeHtml } from "../../../base/text.ts";
import type { PageLanguage } from "../../../base/page-language.ts";
import { PAGE_WORDS } from "./page-words.ts";
import { FAULTS, type SimulatedCarrier } from "./simulated-carrier.ts";

/** Returns the whole page in a language, with its style and script. */
export function simulatorPage({ name, paths }: SimulatedCarrier, language: PageLanguage): string {
  const words = PAGE_WORDS[language];
  const title = `${words.title}: ${escapeHtml(name)}`;
  const addresses = Object.entries(paths).map(
    ([field, path]) => `<code title="${escapeHtml(field)}" data-path="${escapeHtml(path)}"></code>`,
  );
  const faults = FAULTS.map((fault) => `<option value="${fault}">${words.faults[fault]}</option>`);
  const head = (...names: readonly string[]): string =>
    `<thead><tr>${names.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1>${title}</h1>
  <p>${words.address}: ${addresses.join(" · ")} · ${words.user}: <code>packbench</code> · ${words.password}: <code>packbench</code></p>
  <label>${words.fault} <select id="lasting"><option value="">${words.noFault}</option>${faults.join("")}</select></label>
  <button id="day">${words.day}</button>
  <p id="message" role="status"></p>
</header>
<main>
  <h2>${words.parcels}</h2>
  <table>${head(words.barcode, words.number, words.lastStep, words.nextStep)}<tbody id="parcels"></tbody></table>
  <p id="none">${words.none}</p>
  <h2>${words.calls}</h2>
  <table>${head(words.time, words.operation, words.callFault, words.status)}<tbody id="calls"></tbody></table>
</main>
<script>const WORDS = ${JSON.stringify(words)};
${SCRIPT}</script>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #5b6570; --paper: #eef0f2; --card: #fff; --line: #d9dee3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #98a3ae; --paper: #14181c; --card: #1e2429; --line: #333c44; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; padding: 14px 28px; background: var(--card); border-bottom: 1px solid var(--line); }
h1, h2 { margin: 0; font-size: 18px; }
header p { margin: 0; flex-basis: 100%; color: var(--soft); }
main { padding: 28px; }
table { width: 100%; margin: 8px 0 24px; border-collapse: collapse; background: var(--card); }
th, td { padding: 6px 12px; text-align: start; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
select, button { font: inherit; }
`;

const SCRIPT = `
"use strict";
const LANGUAGE = document.documentElement.lang;
const byId = (id) => document.getElementById(id);
const cell = (content) => {
  const element = document.createElement("td");
  element.append(content);
  return element;
};
const row = (...contents) => {
  const element = document.createElement("tr");
  element.append(...contents.map(cell));
  return element;
};
async function change(what, body) {
  const answer = await fetch("/control/" + what, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  await show();
  byId("message").textContent = answer.ok ? "" : WORDS.refused;
}
function steps(parcel) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", WORDS.nextStep + ": " + parcel.code);
  select.append(new Option(WORDS.move, ""), ...Object.entries(WORDS.steps).map(([step, words]) => new Option(words, step)));
  select.disabled = parcel.isCancelled;
  select.addEventListener("change", () => change("move", { code: parcel.code, step: select.value }));
  return select;
}
const lastStep = (parcel) => parcel.isCancelled ? WORDS.cancelled : (WORDS.steps[parcel.steps.at(-1)?.step] ?? WORDS.announced);
const status = (call) => call.status === null ? WORDS.noAnswer : String(call.status);
let shown = "";
async function show() {
  try {
    const text = await (await fetch("/state")).text();
    if (text === shown) return;
    shown = text;
    const state = JSON.parse(text);
    byId("message").textContent = "";
    byId("parcels").replaceChildren(...state.parcels.map((parcel) => row(parcel.code, parcel.number, lastStep(parcel), steps(parcel))).toReversed());
    byId("none").hidden = state.parcels.length > 0;
    byId("calls").replaceChildren(...state.calls.map((call) => row(new Date(call.at).toLocaleTimeString(LANGUAGE), call.operation, WORDS.faults[call.fault] ?? "", status(call))));
    byId("lasting").value = state.lasting ?? "";
  } catch {
    shown = "";
    byId("message").textContent = WORDS.off;
  }
}
for (const address of document.querySelectorAll("[data-path]")) address.textContent = location.origin + address.dataset.path;
byId("lasting").addEventListener("change", (event) => change("faults", { lasting: event.target.value === "" ? null : event.target.value }));
byId("day").addEventListener("click", () => change("day", {}));
show();
setInterval(show, 1000);
`;
