import { expect, it } from "vitest";
import { errors } from "../../../../core/base/errors.ts";
import { createPaperTurns } from "../../../../core/labels/papers/paper-turns.ts";

const here = (): Promise<void> => Promise.resolve();
/** Waits until all due promises have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("small papers do not wait for large papers, and two small papers and one large paper are written at once", async () => {
  const turns = createPaperTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, caller?: string): void =>
    void turns(caller === undefined ? undefined : { caller, requireCaller: here }).then((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  take("sheet 1", "a");
  take("sheet 2", "a");
  for (const name of ["slip 1", "slip 2", "slip 3"]) take(name);
  await settled();
  expect(begun.toSorted()).toEqual(["sheet 1", "slip 1", "slip 2"]);
  ends.get("slip 1")?.();
  await settled();
  expect(begun).toContain("slip 3");
  ends.get("sheet 1")?.();
  await settled();
  expect(begun).toContain("sheet 2");
});

it("callers take turns with large papers, and a caller that has gone loses its turn", async () => {
  const turns = createPaperTurns();
  const written: string[] = [];
  const write = async (name: string, caller: string, requireCaller = here): Promise<void> => {
    const end = await turns({ caller, requireCaller });
    await settled();
    written.push(name);
    end();
  };
  const gone = write("a4", "a", () => Promise.reject(errors.shipmentBusy()));
  await Promise.all([
    write("a1", "a"),
    write("a2", "a"),
    write("a3", "a"),
    write("b1", "b"),
    write("b2", "b"),
    write("c1", "c"),
    expect(gone).rejects.toMatchObject({ code: "E2009" }),
  ]);
  expect(written).toEqual(["b1", "c1", "a1", "b2", "a2", "a3"]);
});
