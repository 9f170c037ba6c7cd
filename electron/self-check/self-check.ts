/**
 * `packbench --self-check [--json]`: does a station's work once, on sample data in a scratch
 * folder, and reports each part. It serves the installer's last step, IT, and a person who wants to
 * know whether this computer can run the station. It touches no real station's data.
 *
 * A second process of this program does the work, so that the first process can report a crash, a
 * hang or a missing display, and can remove the scratch folder after the second process has ended.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

export type SelfCheck = {
  /** Prints one line of JSON instead of text. */
  readonly json: boolean;
  /**
   * File to which the report is also written, because a Windows program with windows has no
   * standard output.
   */
  readonly report: string | undefined;
  /** The scratch folder; only set in the second process, which does the work. */
  readonly folder: string | undefined;
};

const checkResultSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  detail: z.string(),
});
/** The result of one check. `detail`: for a person. */
export type CheckResult = z.output<typeof checkResultSchema>;

/** File in the scratch folder with which the second process hands over the results. */
const RESULTS_FILE = "self-check.json";
/** Time limit of the second process, ms. */
const TIME_LIMIT_MS = 10 * 60_000;

/**
 * Runs the checks in a second process, reports the results, and ends this process: with exit code 0
 * if all checks passed, else with 1.
 *
 * @param program File and arguments with which this process was started; the second process gets
 *   them too.
 */
export function runSelfCheck(
  { json, report }: SelfCheck,
  program: { readonly file: string; readonly args: readonly string[] },
): never {
  const folder = mkdtempSync(join(tmpdir(), "packbench-self-check-"));
  let checks: CheckResult[];
  try {
    const startedAt = performance.now();
    const { status, signal, stderr } = spawnSync(
      program.file,
      [...program.args, "--self-check-folder", folder],
      {
        stdio: ["ignore", "ignore", "pipe"],
        timeout: TIME_LIMIT_MS,
        killSignal: "SIGKILL",
        encoding: "utf8",
      },
    );
    checks = readResults(folder) ?? [
      {
        name: "start",
        ok: false,
        ms: Math.round(performance.now() - startedAt),
        detail:
          `the program ended with ${signal ?? status ?? "an error"} before it reported a result. ${lastLines(stderr)}`.trim(),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const ok = checks.length > 0 && checks.every((check) => check.ok);
  const object = `${JSON.stringify({ ok, checks })}\n`;
  // The report is written synchronously, because the process ends right after it.
  writeSync(1, json ? object : reportOf(ok, checks));
  if (report !== undefined) writeFileSync(resolve(report), object);
  return process.exit(ok ? 0 : 1);
}

/** Saves the results. Called in the second process. */
export function saveResults(folder: string, checks: readonly CheckResult[]): void {
  writeFileSync(join(folder, RESULTS_FILE), JSON.stringify(checks));
}

/** Reads the results of the second process; undefined when it saved none. */
function readResults(folder: string): CheckResult[] | undefined {
  const file = join(folder, RESULTS_FILE);
  return existsSync(file)
    ? z.array(checkResultSchema).parse(JSON.parse(readFileSync(file, "utf8")))
    : undefined;
}

function reportOf(ok: boolean, checks: readonly CheckResult[]): string {
  const lines = checks.map(
    (check) =>
      `${check.ok ? "ok    " : "FAILED"} ${check.name.padEnd(10)} ${String(check.ms).padStart(6)} ms  ${check.detail}\n`,
  );
  return `${lines.join("")}${ok ? "This computer can run Packbench." : "Packbench does not work correctly on this computer."}\n`;
}

/**
 * Returns the last lines that the second process wrote, which may explain why it failed. If there
 * is no display, returns that reason, because Electron then ends silently.
 */
function lastLines(stderr: string | null): string {
  if (process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"])
    return "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.";
  return (stderr ?? "").trim().split("\n").slice(-3).join(" ");
}
