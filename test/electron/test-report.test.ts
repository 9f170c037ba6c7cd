import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unitTests } from "../../electron/scripts/test-report.mjs";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { runProgram } from "../helpers/run-program.ts";

const TESTS = `
  import { expect, test } from "vitest";
  let tries = 0;
  test("passes", () => {});
  test("passes at its second try", () => { tries += 1; expect(tries, "tries").toBe(2); });
  test("fails", () => { expect("this").toBe("that"); });
`;

test("a run's report names each test that failed, and each that needed another try, with its file and the reason", () => {
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
      "--retry=1",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { env: { ...process.env, VITEST: undefined } },
  );
  const { passed, failed, failures, secondTries } = unitTests(report, folder);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 1 });
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/^broken\.test\.ts\n.*not-there/),
    expect.stringMatching(/^some\.test\.ts fails\n.*expected 'this' to be 'that'/),
  ]);
  expect(secondTries).toEqual([
    expect.stringMatching(/^some\.test\.ts passes at its second try\n.*tries: expected 1 to be 2/),
  ]);
});

test("a stage that wrote no report counts no test", () => {
  expect(unitTests(join(temporaryFolder(), "none.json"), ROOT)).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
    secondTries: [],
  });
});

test("npm test with a stage that there is not runs nothing, ends with 1 and names those that there are", async () => {
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
      /no stage "units".+types, lint, build, unit, stations, turns, packed, packaging, soak, window, waits, or all/s,
    ) as string,
  });
});
