/**
 * `packbench --self-check [--json]`: does a desk's work once, on sample data in a scratch folder,
 * and reports each part. For the installer's last step, for IT, and for a person who asks whether
 * this computer can run the station. No real station's data is touched.
 *
 * The work is done by a second process of this program: one that crashes, hangs or finds no display
 * is reported too, and its folder can be removed whole after its end.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

export type SelfCheck = {
  /** One line of JSON in place of lines to read. */
  readonly json: boolean;
  /** Also written there: on Windows a program with a window has no standard output of its own. */
  readonly report: string | undefined;
  /** In the process that does the work: its scratch folder. */
  readonly folder: string | undefined;
};

const checkedSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  detail: z.string(),
});
export type Checked = z.output<typeof checkedSchema>;

/** In the scratch folder. */
const FOUND_FILE = "self-check.json";
const ENDS_WITHIN_MS = 10 * 60_000;

/**
 * Runs the checks in a process of their own, reports, and ends this one: with 0 when all is well,
 * else with 1.
 *
 * @param options.program Of the second process, with the arguments that this one was started with.
 */
export function checkApart(
  { json, report }: SelfCheck,
  program: { readonly file: string; readonly args: readonly string[] },
): never {
  const folder = mkdtempSync(join(tmpdir(), "packbench-self-check-"));
  let checks: Checked[];
  try {
    const begun = performance.now();
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
        ms: Math.round(performance.now() - begun),
        detail:
          `the program ended with ${signal ?? status ?? "an error"} before it could check anything. ${lastLines(stderr)}`.trim(),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const ok = checks.length > 0 && checks.every((check) => check.ok);
  const object = `${JSON.stringify({ ok, checks })}\n`;
  // Written at once: the process ends right after.
  writeSync(1, json ? object : toRead(ok, checks));
  if (report !== undefined) writeFileSync(resolve(report), object);
  return process.exit(ok ? 0 : 1);
}

/** By the process that does the work. */
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

/** What it wrote last may say why; without a display Electron ends without a word. */
function lastLines(stderr: string | null): string {
  if (process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"])
    return "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.";
  return (stderr ?? "").trim().split("\n").slice(-3).join(" ");
}
