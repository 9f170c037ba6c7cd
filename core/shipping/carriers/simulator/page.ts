/** The simulator's page: its parcels, which buttons move, its faults, and the received calls. */
import { escapeHtml } from "../../../base/text.ts";
import { STEPS } from "./parcels.ts";
import { FAULTS, type SimulatedCarrier } from "./simulated-carrier.ts";

/** Returns the whole page, with its style and script. */
export function simulatorPage({ name, path }: SimulatedCarrier): string {
  const title = `Simulated carrier: ${escapeHtml(name)}`;
  const faults = FAULTS.map((fault) => `<option>${fault}</option>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1>${title}</h1>
  <p>The service is at <code>${escapeHtml(path)}</code> of this address. User <code>packbench</code>, password <code>packbench</code>.</p>
  <label>Fault of each call <select id="lasting"><option value="">none</option>${faults}</select></label>
  <button id="day">Play a day with all unscanned parcels</button>
  <p id="message" role="status"></p>
</header>
<main>
  <h2>Parcels</h2>
  <table><thead><tr><th>Barcode</th><th>Number</th><th>Last step</th><th>Next step</th></tr></thead><tbody id="parcels"></tbody></table>
  <p id="none">No parcel has been announced.</p>
  <h2>Calls</h2>
  <table><thead><tr><th>Time</th><th>Operation</th><th>Fault</th><th>Status</th></tr></thead><tbody id="calls"></tbody></table>
</main>
<script>const STEPS = ${JSON.stringify(STEPS)};
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
  byId("message").textContent = answer.ok ? "" : "This cannot be done.";
  await show();
}
function steps(parcel) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", "Next step of " + parcel.code);
  for (const step of ["", ...STEPS]) select.append(new Option(step === "" ? "move…" : step, step));
  select.disabled = parcel.isCancelled;
  select.addEventListener("change", () => change("move", { code: parcel.code, step: select.value }));
  return select;
}
let shown = "";
async function show() {
  try {
    const state = await (await fetch("/state")).json();
    const text = JSON.stringify(state);
    if (text === shown) return;
    shown = text;
    byId("parcels").replaceChildren(...state.parcels.map((parcel) => row(parcel.code, parcel.number, parcel.isCancelled ? "cancelled" : (parcel.steps.at(-1)?.step ?? "announced"), steps(parcel))).toReversed());
    byId("none").hidden = state.parcels.length > 0;
    byId("calls").replaceChildren(...state.calls.map((call) => row(new Date(call.at).toLocaleTimeString(), call.operation, call.fault ?? "", call.status === null ? "no answer" : String(call.status))));
    byId("lasting").value = state.lasting ?? "";
  } catch {
    byId("message").textContent = "The simulator is switched off.";
  }
}
byId("lasting").addEventListener("change", (event) => change("faults", { lasting: event.target.value === "" ? null : event.target.value }));
byId("day").addEventListener("click", () => change("day", {}));
show();
setInterval(show, 1000);
`;
