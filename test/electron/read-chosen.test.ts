import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readChosen } from "../../electron/windows/read-chosen.ts";
import { temporaryFolder } from "../helpers/folders.ts";

it("a chosen file is read, and a file that is too large, missing or not readable is E2029 with its name", async () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  writeFileSync(path("orders.csv"), "a;b");
  writeFileSync(path("large.csv"), "");
  truncateSync(path("large.csv"), 16 * 1024 * 1024 + 1);
  expect(await readChosen(path("orders.csv"))).toEqual({ name: "orders.csv", base64: "YTti" });
  for (const [file, name] of [
    [path("large.csv"), "large.csv"],
    [path("missing.csv"), "missing.csv"],
    // The size of a folder can be read, but its content cannot, like a file without permission.
    [folder, "could not be read"],
  ] as const)
    await expect(readChosen(file)).rejects.toMatchObject({
      code: "E2029",
      message: expect.stringContaining(name) as string,
    });
});
