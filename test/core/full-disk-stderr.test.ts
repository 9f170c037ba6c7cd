import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "../helpers/folders.ts";
import { smallDisk, whyNoDisk } from "../helpers/small-disk.ts";

describe.skipIf(whyNoDisk() !== undefined)("a station whose standard error is a file", () => {
  it(
    "a station still answers when the disk of its log file is full",
    { tags: "all", timeout: 60_000 },
    async () => {
      const disk = smallDisk(40);
      const args = [
        join(ROOT, "core/serve.ts"),
        "--data",
        join(disk.folder, "data"),
        "--port",
        "0",
        "--json",
        "--demo",
      ];
      const child = spawn(process.execPath, args, {
        stdio: ["ignore", "pipe", openSync(join(disk.folder, "err.log"), "a")],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
      const { url, token } = JSON.parse(line.toString()) as { url: string; token: string };
      disk.fill();
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const ask = (method: string, path: string): Promise<number> =>
        fetch(`${url}${path}`, {
          method,
          headers,
          signal: AbortSignal.timeout(4_000),
          ...(method === "POST" ? { body: JSON.stringify({ name: "Depo" }) } : {}),
        }).then(
          ({ status }) => status,
          () => 0,
        );
      // Each of these calls is refused because the disk is full, and is logged.
      for (let i = 0; i < 3; i++) await ask("POST", "/organizations");
      expect([await ask("GET", "/addresses"), child.exitCode]).toEqual([200, null]);
    },
  );
});
