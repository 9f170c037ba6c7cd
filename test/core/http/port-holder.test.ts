import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import {
  findListening,
  findPortHolder,
  holderText,
  readLsof,
  readNetstat,
} from "../../../core/http/port-holder.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { headlessStations } from "../../helpers/headless.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const HOLD =
  "const server = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))";

it.runIf(process.platform === "linux")(
  "a headless start on a port in use exits with 1 and names the process and its program",
  { tags: "all" },
  async () => {
    const holder = spawn(process.execPath, ["-e", HOLD], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [line] = (await once(holder.stdout, "data")) as [Buffer];
      const port = line.toString().trim();
      const { code, stderr } = await stations.refused(temporaryFolder(), "--port", port);
      expect([code, stderr.trim()]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(
            `^Port ${port} is in use by ${basename(process.execPath)} \\(process ${holder.pid}\\)\\. Stop that program, or start Packbench with another port \\(--port\\)\\.$`,
          ),
        ),
      ]);
    } finally {
      holder.kill("SIGKILL");
    }
  },
);

it.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "a look-up without the right to inspect the holder's process names the process's user",
  async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      // An unprivileged user runs the parts of the look-up that need no privileges.
      const folder = temporaryFolder();
      chmodSync(folder, 0o755);
      // An unprivileged user cannot read root's home, where the product may be.
      const [node, source] = [join(folder, "node"), join(folder, "port-holder.mjs")];
      copyFileSync(process.execPath, node);
      writeFileSync(
        source,
        stripTypeScriptTypes(
          readFileSync(new URL("../../../core/http/port-holder.ts", import.meta.url), "utf8"),
        ),
      );
      const script = `import(${JSON.stringify(source)}).then(async ({ findPortHolder, holderText }) => console.log(holderText(await findPortHolder(${port}))))`;
      const words = execFileSync(node, ["--input-type=module", "-e", script], {
        uid: 65_534,
        gid: 65_534,
        encoding: "utf8",
        cwd: "/",
      }).trim();
      expect(words).toBe("a program of the user with the number 0");
    } finally {
      server.close();
    }
  },
);

it("a free port has no holder, and an unknown holder is called another program", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  expect([
    await findPortHolder(port),
    holderText(undefined),
    await findPortHolder(port, "aix"),
  ]).toEqual([undefined, "another program", undefined]);
});

it("the holder is parsed from the kernel's table, lsof's fields and netstat's columns in any language", () => {
  const table =
    "   1: 0100007F:128B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1 0 100 0 0 10 0\n   2: 0100007F:128B 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 77 1";
  expect([findListening(table, 4747), findListening(table, 4748)]).toEqual([
    { inode: "4242", uid: 1000 },
    undefined,
  ]);
  expect([readLsof("p812\ncnginx\nf6\n"), readLsof("")]).toEqual([
    { pid: 812, program: "nginx" },
    undefined,
  ]);
  const netstat =
    "  Proto  Yerel Adres  Yabancı Adres  Durum  PID\r\n  TCP    127.0.0.1:4747   0.0.0.0:0   DİNLENİYOR   812\r\n  TCP    127.0.0.1:4747   127.0.0.1:5000   ESTABLISHED   4\r\n";
  expect([readNetstat(netstat, 4747), readNetstat(netstat, 5000)]).toEqual([812, undefined]);
});
