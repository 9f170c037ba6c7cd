/**
 * Starts a virtual screen, Xvfb, for a machine without a screen. Xvfb picks the display number
 * itself, so that two runs do not collide. The screen is accessible only with our cookie, and ends
 * with this process.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SetUpError } from "./say.mjs";

const SCREEN = "1440x900x24";

export function hasDisplay() {
  return (
    process.platform !== "linux" ||
    Boolean(process.env.DISPLAY) ||
    Boolean(process.env.WAYLAND_DISPLAY)
  );
}

/**
 * Starts Xvfb.
 *
 * @param {{ ownGroup?: boolean }} [options] `ownGroup`: Ctrl-C at the terminal does not reach the
 *   screen, and the screen ends by itself when the program of its last window has ended.
 * @returns {Promise<{ env: Record<string, string>, stop(): Promise<void> }>} The environment
 *   variables for a program on this screen; `stop` resolves when the screen has ended.
 */
export async function startDisplay({ ownGroup = false } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "packbench-display-"));
  const authority = path.join(folder, "Xauthority");
  fs.writeFileSync(authority, authorityRecord(), { mode: 0o600 });
  const server = spawn(
    "Xvfb",
    [
      "-displayfd",
      "3",
      "-screen",
      "0",
      SCREEN,
      "-nolisten",
      "tcp",
      "-auth",
      authority,
      ...(ownGroup ? ["-terminate"] : []),
    ],
    {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      detached: ownGroup,
    },
  );
  const gone = new Promise((resolve) => server.once("exit", resolve).once("error", resolve));
  const stop = () => {
    server.kill("SIGTERM");
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", stop);
  const number = await pickedNumber(server);
  return {
    env: { DISPLAY: `:${number}`, XAUTHORITY: authority, WAYLAND_DISPLAY: "" },
    stop: async () => {
      process.off("exit", stop);
      stop();
      await gone;
    },
  };
}

/** Reads the display number, which Xvfb writes once it accepts connections. */
function pickedNumber(server) {
  return new Promise((resolve, reject) => {
    let output = "";
    let complaint = "";
    server.stdio[3].on("data", (chunk) => {
      output += chunk;
      if (output.includes("\n")) resolve(output.trim());
    });
    server.stderr.on("data", (chunk) => (complaint += chunk));
    server.on("error", (error) =>
      reject(new SetUpError(`the virtual screen could not be started: ${error.message}`)),
    );
    server.on("exit", (code) =>
      reject(new SetUpError(`the virtual screen ended with ${code}: ${complaint.trim()}`)),
    );
  });
}

/** Creates a record of an Xauthority file: any address, any display, and a new cookie. */
function authorityRecord() {
  const anyAddress = 0xffff;
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyAddress);
  const fields = [
    Buffer.alloc(0),
    Buffer.alloc(0),
    Buffer.from("MIT-MAGIC-COOKIE-1"),
    randomBytes(16),
  ];
  return Buffer.concat([family, ...fields.flatMap((field) => [length(field), field])]);
}

function length(field) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(field.length);
  return bytes;
}
