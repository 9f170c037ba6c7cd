/**
 * Diagnostics of the station, collected from its parts, for the screen and as a text that may be
 * sent to support.
 */
import { statSync } from "node:fs";
import { homedir, release } from "node:os";
import { dirname, resolve } from "node:path";
import { listCrashDumps } from "../../base/crash-dumps.ts";
import type { LogRing } from "../../base/log-ring.ts";
import { maskText } from "../../base/mask.ts";
import type { Policy } from "../../base/policy.ts";
import { turkishDay } from "../../base/turkish-day.ts";
import { schemaVersion } from "../../db/migrate.ts";
import { engineVersion } from "../../db/upkeep.ts";
import type { Actor } from "../../http/actor.ts";
import type { StationDeps } from "../deps.ts";
import { countNeedsPerson } from "../../jobs/jobs.service.ts";
import { listLivePrinters } from "../../printing/live-printers.ts";
import { countOpenJobs } from "../../printing/printing.service.ts";
import type { PrinterWatch } from "../../printing/watch-printer.ts";
import type { Backups } from "../backups/backups.ts";
import { dayNumberOf } from "../../base/turkish-day.ts";
import type { Diagnostics } from "./diagnostics.schema.ts";
import { readDataFacts } from "../station-facts.ts";

const MEGABYTE = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Free space below which the disk is almost full, bytes. */
const LOW_FREE_BYTES = 1_000 * MEGABYTE;
/** Normal size limit of the WAL between two truncations, bytes. */
const LARGE_WAL_BYTES = 64 * MEGABYTE;
const OLD_BACKUP_DAYS = 7;
/** Days before the end of the known public holidays from which an update is needed. */
const CALENDAR_ENDS_DAYS = 90;

type DiagnosticsParts = {
  readonly watch: PrinterWatch;
  readonly backups: Backups;
  readonly faults: LogRing;
  readonly version: string;
  readonly policy: Policy;
};
type Line = Diagnostics["lines"][number];

/** Collects the diagnostics from the parts of the station. */
export async function readDiagnostics(
  deps: StationDeps,
  actor: Actor,
  { watch, backups, faults, version, policy }: DiagnosticsParts,
): Promise<Diagnostics> {
  const data = await readDataFacts(deps);
  const { last } = backups.read(deps);
  const ageDays =
    last === null
      ? Number.POSITIVE_INFINITY
      : (Date.parse(deps.now()) - Date.parse(last.at)) / DAY_MS;
  const prints = countOpenJobs(deps, actor);
  const givenUp = countNeedsPerson(deps, actor.organizationID);
  const wal = sizeOf(`${deps.db.raw.name}-wal`);
  const lines: Line[] = [
    line("app", `Packbench ${version}`),
    line("electron", process.versions["electron"] ?? ""),
    line("node", process.versions.node),
    line("sqlite", engineVersion(deps.db)),
    line("schema", String(schemaVersion(deps.db.raw))),
    line("system", `${process.platform} ${release()} ${process.arch}`),
    line("folder", data.folder.replace(homedir(), "~")),
    line("size", sizeWords(data.bytes)),
    line("wal", sizeWords(wal), wal > LARGE_WAL_BYTES ? "attention" : null),
    line("free", sizeWords(data.freeBytes), data.freeBytes < LOW_FREE_BYTES ? "stop" : "ok"),
    line(
      "check",
      data.checked?.at ?? "",
      data.checked === null ? "attention" : data.checked.isWhole ? "ok" : "stop",
    ),
    line("api", deps.origin()),
    line("keys", deps.secrets.kind, deps.secrets.kind === "os" ? "ok" : "attention"),
    line("backup", last?.at ?? "", ageDays > OLD_BACKUP_DAYS ? "attention" : "ok"),
    line("jobs", String(givenUp), givenUp > 0 ? "attention" : "ok"),
    line(
      "prints",
      String(prints.queued + prints.unknown),
      prints.queued + prints.unknown > 0 ? "attention" : "ok",
    ),
    holidaysLine(deps),
  ];
  const dumps = listCrashDumps(dirname(resolve(deps.db.raw.name)));
  if (dumps[0] !== undefined)
    lines.push(
      line("crashes", `${dumps.length} (${new Date(dumps[0].atMs).toISOString()})`, "attention"),
    );
  const set = Object.keys(policy);
  if (set.length > 0) lines.push(line("policy", set.join(", ")));
  const printers = listLivePrinters(deps, watch).map(({ name, state, stateMessage }) => ({
    name,
    state,
    message: stateMessage,
  }));
  const found = { lines, printers, faults: [...faults.list()] };
  return { ...found, text: textOf(found) };
}

function textOf({ lines, printers, faults }: Omit<Diagnostics, "text">): string {
  const all = [
    ...lines.map(
      ({ name, value, tone }) =>
        `${name}: ${value === "" ? "none" : value}${tone === "stop" || tone === "attention" ? ` (${tone})` : ""}`,
    ),
    ...printers.map(({ name, state, message }) => `printer ${name}: ${state} ${message}`),
    ...faults.map(({ at, level, message, error }) => `${at} ${level}: ${message} ${error}`),
  ];
  return maskText(all.map((one) => one.trim()).join("\n"));
}

/** Warns before the known public holidays end, because promised days are then too early. */
function holidaysLine({ calendar, now }: Pick<StationDeps, "calendar" | "now">): Line {
  const days = dayNumberOf(calendar.until) - dayNumberOf(turkishDay(now()));
  return line("holidays", calendar.until, days < CALENDAR_ENDS_DAYS ? "attention" : "ok");
}

function line(name: Line["name"], value: string, tone: Line["tone"] = null): Line {
  return { name, value, tone };
}

function sizeWords(bytes: number): string {
  return bytes < 1_000 * MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)} MB`
    : `${(bytes / MEGABYTE / 1_000).toFixed(1)} GB`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
