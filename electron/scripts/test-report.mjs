/**
 * Reads the reports of the test runners for the last lines of `npm test`, because a shortened log
 * loses its beginning.
 */
import fs from "node:fs";
import path from "node:path";

/** Lines of a message to keep, counted without the lines of node_modules. */
const MESSAGE_LINES = 6;

/**
 * Counts the results of a run of vitest.
 *
 * @param {string} file Vitest's report as JSON.
 * @param {string} root Absolute; the paths in the result are relative to it.
 * @returns {import("./test-report.d.mts").Sum} `failures`: each failed test with its file and the
 *   reason. All zero if the stage wrote no report; `npm test` then counts the stage itself as
 *   failed.
 */
export function unitTests(file, root) {
  const report = read(file);
  const failures = (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const where = path.relative(root, name);
    if (assertionResults.length === 0 && message !== "") return [describe(where, "", [message])];
    return assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => describe(where, fullName, failureMessages));
  });
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    failures,
  };
}

/**
 * Counts the results of a run of Playwright.
 *
 * @param {string} file Playwright's report as JSON.
 * @returns {import("./test-report.d.mts").Sum}
 */
export function windowTests(file) {
  const report = read(file);
  return {
    passed: report?.stats?.expected ?? 0,
    failed: report?.stats?.unexpected ?? 0,
    failures: specsOf(report ?? {})
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
      .map(({ file: where, title, tests }) => describe(where, title, errorsOf(tests))),
  };
}

function errorsOf(tests) {
  return tests
    .flatMap(({ results }) => results)
    .flatMap(({ error }) => (error === undefined ? [] : [error.stack ?? error.message ?? ""]));
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function describe(where, title, [message = ""]) {
  const lines = message
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("node_modules"));
  return [
    `${where} ${title}`.trim(),
    ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`),
  ].join("\n");
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
