/** Reading a file that should be small, when something else may be at its path. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPolicy } from "../../../core/base/policy.ts";
import { readKeyFile } from "../../../core/base/key-file.ts";
import { readSmallFile } from "../../../core/base/read-small-file.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

it("a file or a link's target of exactly the allowed size is read", () => {
  const file = join(temporaryFolder(), "a");
  writeFileSync(file, "şifre");
  symlinkSync(file, `${file}.link`);
  expect([readSmallFile(file, 6), readSmallFile(`${file}.link`, 6)]).toEqual(["şifre", "şifre"]);
});

it.skipIf(process.platform === "win32")(
  "a pipe, an endless device, a folder or a huge file is rejected at once, also as key file or policy file",
  { timeout: 5_000 },
  () => {
    const folder = temporaryFolder();
    const place = (name: string): string => join(folder, name);
    execFileSync("mkfifo", [place("pipe")]);
    mkdirSync(place("folder"));
    writeFileSync(place("large"), "");
    truncateSync(place("large"), 1024 ** 3);
    const files = [place("pipe"), "/dev/zero", place("folder"), place("large")];
    const codes = ["EINVAL", "EINVAL", "EISDIR", "EFBIG"];
    const whyNot = (read: (file: string) => unknown): string[] =>
      files.map((file) => {
        try {
          return String(read(file));
        } catch (error) {
          return /E[A-Z]{3,5}(?=[):])/.exec(String(error))?.[0] ?? String(error);
        }
      });
    expect([
      whyNot((file) => readSmallFile(file, 1_000)),
      whyNot(readKeyFile),
      whyNot(readPolicy),
    ]).toEqual([codes, codes, codes]);
  },
);
