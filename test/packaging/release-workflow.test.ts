/**
 * Checks what the release workflow calls, because the workflow itself runs on hosted machines only.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ROOT } from "../helpers/folders.ts";

const stepSchema = z
  .strictObject({
    name: z.string().optional(),
    uses: z
      .string()
      .regex(/^actions\/[a-z-]+@v\d+$/)
      .optional(),
    with: z.record(z.string(), z.unknown()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    if: z.string().optional(),
    shell: z.literal("bash").optional(),
    run: z.string().optional(),
    "working-directory": z.string().optional(),
  })
  .refine(
    (step) => (step.run === undefined) !== (step.uses === undefined),
    "a step runs or uses something",
  );

const jobSchema = z.strictObject({
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  needs: z.string().optional(),
  strategy: z
    .strictObject({
      "fail-fast": z.boolean(),
      matrix: z.strictObject({ include: z.array(z.record(z.string(), z.string())) }),
    })
    .optional(),
  steps: z.array(stepSchema),
});

const workflow = z
  .object({
    name: z.string(),
    permissions: z.record(z.string(), z.enum(["read", "write"])),
    jobs: z.record(z.string(), jobSchema),
  })
  .parse(parse(readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8")));
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const commands = steps.flatMap((step) => step.run?.split("\n") ?? []);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

describe("the release workflow", () => {
  it("the workflow calls scripts of the package and files of the repository that exist", () => {
    const called = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1] ?? ""),
    );
    expect(called).toContain("package");
    expect(called.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = commands.flatMap((command) =>
      [...command.matchAll(/\b(?:node|bash) ([\w./-]+\.mjs)/g)].map((match) => match[1] ?? ""),
    );
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it("the workflow names only stages of npm test that exist", () => {
    const stages = readFileSync(join(ROOT, "electron/scripts/test.mjs"), "utf8");
    const named = commands.flatMap(
      (command) => /npm test -- (.+)/.exec(command)?.[1]?.split(" ") ?? [],
    );
    expect(named).toContain("window");
    for (const stage of named.filter((name) => name !== "all"))
      expect(stages).toMatch(new RegExp(`^ +(\\{ )?${stage}: \\(\\) =>`, "m"));
  });

  it("the workflow packs for each of the three systems on that system", () => {
    expect(
      workflow.jobs["package"]?.strategy?.matrix.include.map(
        ({ runner = "", system = "" }) => `${runner.split("-")[0]} ${system}`,
      ),
    ).toEqual(["ubuntu linux", "windows win", "macos mac"]);
  });

  it("the workflow gives secrets only to the step that needs them, and puts none into a command's text", () => {
    const withSecrets = steps.filter((step) =>
      Object.values(step.env ?? {}).some((value) => value.includes("secrets.")),
    );
    expect(withSecrets.map((step) => step.name)).toEqual(["Pack"]);
    expect(commands.filter((command) => command.includes("secrets."))).toEqual([]);
  });
});
