import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unitTests } from "../../electron/scripts/test-report.mjs";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { runProgram } from "../helpers/run-program.ts";

const TESTS = `
  import { expect, test } from "vitest";
  test("passes", () => {});
  test("fails", () => { expect("this").toBe("that"); });
`;

test("a run's report names each failed test with its file and the reason", () => {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "some.test.ts"), TESTS);
  writeFileSync(join(folder, "broken.test.ts"), `import "./not-there.ts";`);
  const report = join(folder, "report.json");
  spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      folder,
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { env: { ...process.env, VITEST: undefined } },
  );
  const { passed, failed, failures } = unitTests(report, folder);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/^broken\.test\.ts\n.*not-there/),
    expect.stringMatching(/^some\.test\.ts fails\n.*expected 'this' to be 'that'/),
  ]);
});

test("a stage that wrote no report counts no test", () => {
  expect(unitTests(join(temporaryFolder(), "none.json"), ROOT)).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
  });
});

test("npm test with an unknown stage runs nothing, ends with 1 and names the stages", async () => {
  expect(
    await runProgram(
      process.execPath,
      [join(ROOT, "electron/scripts/run.mjs"), "test", "units"],
      {},
    ),
  ).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /no stage "units".+lint, build, unit, stations, turns, types, packaging, soak, window, packed, or all/s,
    ) as string,
  });
});
