import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "../../../core/db/lock.ts";
import { temporaryFolder } from "../../helpers/station.ts";

const LOCK = resolve(import.meta.dirname, "../../../core/db/lock.ts");
const HOLD = `import { lockFolder } from ${JSON.stringify(LOCK)}; lockFolder(process.argv[1], { pid: process.pid, program: "Other", since: "now" }); console.log("held"); process.stdin.resume();`;

it("a second process is rejected with the holder's name, and gets the folder once the holder is killed", async () => {
  const folder = temporaryFolder();
  const holder = spawn(process.execPath, ["--input-type=module", "-e", HOLD, folder], {
    // Ends with its input, so that an aborted run leaves no process.
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    await once(holder.stdout, "data");
    const me = { pid: process.pid, program: "Me", since: "now" };
    expect(() => lockFolder(folder, me)).toThrow(FolderInUseError);
    expect(() => lockFolder(folder, me)).toThrow(`Other (process ${holder.pid}, since now)`);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    lockFolder(folder, me)();
  } finally {
    holder.kill("SIGKILL");
  }
});
