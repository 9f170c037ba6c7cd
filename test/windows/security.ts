/**
 * A program for Windows that seals and opens a key, makes a folder and reads owners with the
 * product's own functions. `npm run test:windows` bundles it.
 *
 *     node security.js FOLDER ANSWER
 *
 * The program writes its results as JSON to the file ANSWER.
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadKoffi } from "../../core/base/koffi.ts";
import { openSecurity } from "../../core/base/windows-security.ts";
import { machineKeyStore, prepareMachineFolder } from "../../electron/settings/per-machine.ts";

const [folder = "", answer = ""] = process.argv.slice(2);
const security = openSecurity(loadKoffi());
const failure = (run: () => unknown): string => {
  try {
    run();
    return "";
  } catch (error) {
    return String(error);
  }
};

const store = machineKeyStore();
const sealed = store.seal("gizli ŞİFRE 🔑");
const changed = Buffer.from(sealed);
changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
const data = join(folder, "Packbench", "Data");
mkdirSync(folder, { recursive: true });
const made = [prepareMachineFolder(data), prepareMachineFolder(data)];
writeFileSync(join(data, "a file"), "x");
writeFileSync(
  answer,
  JSON.stringify({
    usable: store.isUsable(),
    isReadable: sealed.toString("latin1").includes("gizli"),
    opened: store.open(sealed),
    changed: failure(() => store.open(changed)),
    foreign: failure(() => security.open(sealed, "another program")),
    made,
    isFolder: statSync(data).isDirectory(),
    owner: security.ownerOf(join(data, "a file")),
    gone: failure(() => security.ownerOf(join(data, "gone"))),
    unsound: failure(() => security.makeFolder(join(folder, "x"), "no access list")),
  }),
);
process.exit(0);
