/** `npm run scale` as a program. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { runProgram } from "../../../helpers/run-program.ts";
import { hasPty, soon } from "./scale-line.ts";

const MAIN = fileURLToPath(
  new URL("../../../../core/station/scales/simulator/main.ts", import.meta.url),
);

/** Starts the program; it ends with the test. */
function started(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return { child, out: () => out, type: (line: string) => child.stdin.write(`${line}\n`) };
}

it("shows the weights and moods that a person types", { tags: "all" }, async () => {
  const { child, out, type } = started("--port", "0", "--every-ms", "20");
  await soon(out).toMatch(/^scale: tcp:\/\/127\.0\.0\.1:\d+\n/);
  const socket = connect(Number(/:(\d+)\n/.exec(out())?.[1]), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let sent = "";
  socket.on("data", (chunk: Buffer) => (sent += chunk.toString()));
  await soon(() => sent).toContain("ST,GS,+000.000kg\r\n");
  type("1250");
  await soon(() => sent).toContain("ST,GS,+001.250kg\r\n");
  type("pounds");
  await soon(() => sent).toContain("ST,GS,+001.250lb\r\n");
  type("heavy");
  await soon(out).toContain("Type a weight in grams, or one of steady, wobbling");
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
});

it.runIf(hasPty)("opens a pseudo terminal", async () => {
  const { out } = started("--pty", "--format", "sics", "--grams", "500");
  await soon(out).toMatch(/^scale: \/dev\/pts\/\d+\n/);
});

it("refuses what it does not know, with its usage", { tags: "all" }, async () => {
  const run = (...args: string[]) => runProgram(process.execPath, [MAIN, ...args]);
  expect(await run("--mood", "sad")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--mood is one of steady") as string,
  });
  expect((await run("--port", "99999")).code).toBe(2);
  expect((await run("--loud")).stderr).toContain("usage: npm run scale");
  expect((await run("--help")).stdout).toContain("npm run scale");
});
