/** Writes of a running station whose disk has become read-only. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeKeyFile } from "../../../core/base/key-file.ts";
import { RECIPIENT, station } from "../../helpers/station.ts";
import { smallDisk, whyNoDisk } from "../../helpers/small-disk.ts";

it("a call whose write SQLite refuses as read-only is E2036 and changes nothing, and succeeds once writes are possible", async () => {
  const s = await station();
  const { raw } = s.core.deps.db;
  const create = () => s.call("POST", "/addresses", { ...RECIPIENT, name: "New sender" });
  const count = (): unknown => raw.prepare("SELECT count(*) FROM addresses").pluck().get();
  const before = count();
  raw.pragma("query_only = ON");
  const { status, body } = await create();
  expect([status, body.code, count()]).toEqual([409, "E2036", before]);
  raw.pragma("query_only = OFF");
  expect((await create()).status).toBe(201);
});

it.skipIf(whyNoDisk() !== undefined)("a key file on a read-only disk is E2036", () => {
  const disk = smallDisk(1);
  disk.makeReadOnly();
  expect(() => makeKeyFile(join(disk.folder, "secrets.key"))).toThrow(
    expect.objectContaining({ code: "E2036", details: { cause: "EROFS" } }),
  );
});
