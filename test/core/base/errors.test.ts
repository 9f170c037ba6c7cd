import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ERRORS, errors } from "../../../core/base/errors.ts";
import { ROOT } from "../../helpers/folders.ts";

const FOLDER = join(ROOT, "core/base/errors");

it("each error has a unique code, a unique name and a constructor", async () => {
  const tables = await Promise.all(
    readdirSync(FOLDER).map(
      async (file) =>
        (await import(join(FOLDER, file))) as Record<string, Record<string, { code: string }>>,
    ),
  );
  const rows = tables.flatMap((table) =>
    Object.values(table).flatMap(Object.entries<{ code: string }>),
  );
  const names = rows.map(([name]) => name);
  const codes = rows.map(([, { code }]) => code);
  expect(names.toSorted()).toEqual(Object.keys(errors).toSorted());
  expect(codes.toSorted()).toEqual(Object.keys(ERRORS));
});

it("an error has its code's status and sentence, or a given sentence and details", () => {
  const { code, status, message } = errors.offerNotFound();
  expect({ code, status, message }).toEqual({ code: "E1064", ...ERRORS.E1064 });
  const own = errors.offerNotFound("This offer has expired.", { offerID: "7" });
  expect([own.message, own.details]).toEqual(["This offer has expired.", { offerID: "7" }]);
});
