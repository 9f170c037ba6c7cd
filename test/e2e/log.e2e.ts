import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import BetterSqlite3 from "better-sqlite3";
import { temporaryFolder } from "../helpers/folders.ts";
import { openWindow } from "../helpers/window.ts";

type Line = {
  name: string;
  level: number;
  msg: string;
  traceId?: string;
  reason?: string;
  err?: { type: string; message: string; stack: string };
};
type Asked = { body: { code: string; traceId: string } };

test(
  "the desktop's log has the errors of a route, the screen, the main process and a library, and a crash of the screen, and only the user can read it",
  { tag: "@all" },
  async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, "logs", "packbench.log");
    const lines = (): Line[] =>
      readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Line);
    const desk = await openWindow({ dataDir });
    try {
      const db = new BetterSqlite3(join(dataDir, "packbench.db"));
      db.exec("ALTER TABLE parcel_templates RENAME TO gone");
      db.close();
      const { body } = await desk.page.evaluate(async () => {
        const { invoke } = Reflect.get(globalThis, "bridge") as {
          invoke(channel: string, input: unknown): Promise<{ value: Asked }>;
        };
        return (await invoke("api:request", { method: "GET", path: "/parceltemplates" })).value;
      });
      expect(body.code).toBe("E2000");
      await expect
        .poll(() => lines().find((line) => line.traceId === body.traceId))
        .toMatchObject({
          name: "core",
          level: 50,
          err: {
            type: "SqliteError",
            message: "no such table: parcel_templates",
            stack: expect.stringContaining("core-worker"),
          },
        });

      await desk.page.evaluate(
        () =>
          void setTimeout(() => {
            throw new Error("a fault of the screen");
          }, 0),
      );
      await desk.app.evaluate(() => {
        setTimeout(() => {
          throw new RangeError("a fault of the main process");
        }, 0);
        void Promise.reject(new Error("a rejection of the main process"));
        console.error("a library's words", new Error("with its error"));
      });
      for (const [message, name] of [
        ["a fault of the screen"],
        ["a fault of the main process", "RangeError"],
        ["a rejection of the main process", "Error"],
        ["with its error", "Error"],
      ] as const) {
        await expect
          .poll(
            () =>
              lines().some((line) =>
                name === undefined
                  ? line.msg.includes(message)
                  : line.err?.type === name &&
                    line.err.message === message &&
                    line.err.stack.includes(message),
              ),
            message,
          )
          .toBe(true);
      }
      expect(
        await desk.page.evaluate(
          async () =>
            (
              await (
                Reflect.get(globalThis, "bridge") as {
                  invoke(channel: string, input: unknown): Promise<{ ok: boolean }>;
                }
              ).invoke("app:info", {})
            ).ok,
        ),
      ).toBe(true);

      await desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      await expect
        .poll(() => lines().find((line) => line.msg === "the screen's process is gone"))
        .toMatchObject({ level: 50, reason: expect.stringMatching(/crashed|killed/) });
      expect(statSync(file).mode & 0o777).toBe(0o600);
    } finally {
      await desk.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
