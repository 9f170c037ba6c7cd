/**
 * `packbench --self-check [--json]`: does a station's work once, on sample data in a scratch
 * folder, and reports each part. For the installer's last step, for IT, and for a person who wants
 * to know whether this computer can run the station. Touches no real station's data.
 *
 * A second process of this program does the work: a crash, a hang or a missing display is reported
 * too, and the scratch folder can be removed after its end.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

export type SelfCheck = {
  /** Prints one line of JSON instead of text. */
  readonly json: boolean;
  /** File for the report as well: on Windows a program with a window has no standard output. */
  readonly report: string | undefined;
  /** The scratch folder, in the process that does the work. */
  readonly folder: string | undefined;
};

const checkedSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  detail: z.string(),
});
export type Checked = z.output<typeof checkedSchema>;

/** Name of the file with the results, in the scratch folder. */
const FOUND_FILE = "self-check.json";
const ENDS_WITHIN_MS = 10 * 60_000;

/**
 * Runs the checks in another process, reports, and ends this one: with code 0 if all passed, else
 * with 1.
 *
 * @param options.program File and arguments of the second process, those of this start.
 */
export function checkApart(
  { json, report }: SelfCheck,
  program: { readonly file: string; readonly args: readonly string[] },
): never {
  const folder = mkdtempSync(join(tmpdir(), "packbench-self-check-"));
  let checks: Checked[];
  try {
    const startedAt = performance.now();
    const { status, signal, stderr } = spawnSync(
      program.file,
      [...program.args, "--self-check-folder", folder],
      {
        stdio: ["ignore", "ignore", "pipe"],
        timeout: ENDS_WITHIN_MS,
        killSignal: "SIGKILL",
        encoding: "utf8",
      },
    );
    checks = readFound(folder) ?? [
      {
        name: "start",
        ok: false,
        ms: Math.round(performance.now() - startedAt),
        detail:
          `the program ended with ${signal ?? status ?? "an error"} before it could check anything. ${lastLines(stderr)}`.trim(),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const ok = checks.length > 0 && checks.every((check) => check.ok);
  const object = `${JSON.stringify({ ok, checks })}\n`;
  // Written synchronously, because the process ends right after.
  writeSync(1, json ? object : toRead(ok, checks));
  if (report !== undefined) writeFileSync(resolve(report), object);
  return process.exit(ok ? 0 : 1);
}

/** Saves the results. Called in the process that does the work. */
export function keepFound(folder: string, checks: readonly Checked[]): void {
  writeFileSync(join(folder, FOUND_FILE), JSON.stringify(checks));
}

function readFound(folder: string): Checked[] | undefined {
  const file = join(folder, FOUND_FILE);
  return existsSync(file)
    ? z.array(checkedSchema).parse(JSON.parse(readFileSync(file, "utf8")))
    : undefined;
}

function toRead(ok: boolean, checks: readonly Checked[]): string {
  const lines = checks.map(
    (check) =>
      `${check.ok ? "ok    " : "FAILED"} ${check.name.padEnd(10)} ${String(check.ms).padStart(6)} ms  ${check.detail}\n`,
  );
  return `${lines.join("")}${ok ? "This computer can run Packbench." : "Packbench does not work here as it should."}\n`;
}

/**
 * Returns the last lines of its output, which may explain a failure; without a display Electron
 * ends silently.
 */
function lastLines(stderr: string | null): string {
  if (process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"])
    return "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.";
  return (stderr ?? "").trim().split("\n").slice(-3).join(" ");
}
