/** Runs the examples of the API guide unchanged, against a headless station in test mode. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { runProgram, type Ran } from "../helpers/run-program.ts";
import { lastingStation, RESOURCES, trueTime, type Station } from "../helpers/station.ts";
import { someOf } from "../helpers/some-of.ts";

const EXAMPLES = join(RESOURCES, "guides/examples");
const PATIENCE_MS = 120_000;

type Example = {
  readonly name: string;
  readonly file: string;
  /** Programs that must be installed to run the example. */
  readonly needs: readonly string[];
  readonly run: (
    file: string,
    args: readonly string[],
    env: Record<string, string>,
  ) => Promise<Ran>;
};

const by =
  (command: string): Example["run"] =>
  (file, args, env) =>
    runProgram(command, [file, ...args], env);

/** Runs an example with Mono's compiler, which knows less of C# than .NET's. */
async function compiled(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ran> {
  const program = join(temporaryFolder(), "example.exe");
  const { code, ...rest } = await runProgram(
    "mcs",
    ["-langversion:latest", "-r:System.Net.Http.dll", `-out:${program}`, file],
    { LC_ALL: "C.UTF-8" },
  );
  return code === 0 ? runProgram("mono", [program, ...args], env) : { code, ...rest };
}

const LANGUAGES: readonly Example[] = [
  { name: "curl", file: "order-to-label.sh", needs: ["bash", "curl"], run: by("bash") },
  { name: "Python", file: "order-to-label.py", needs: ["python3"], run: by("python3") },
  { name: "Node", file: "order-to-label.mjs", needs: [], run: by(process.execPath) },
  { name: "PHP", file: "order-to-label.php", needs: ["php"], run: by("php") },
  { name: "C#", file: "OrderToLabel.cs", needs: ["mcs", "mono"], run: compiled },
];

let s: Station;
const missing = new Set<string>();
beforeAll(async () => {
  s = await lastingStation({ settings: { rateLimit: null }, world: { now: trueTime } });
  const programs = [...new Set(LANGUAGES.flatMap(({ needs }) => needs))];
  await Promise.all(
    programs.map(
      async (program) =>
        (await runProgram(program, ["--version"], {})).code === 127 && missing.add(program),
    ),
  );
});
afterAll(() => s.stop());

/** Returns the number of all purchases at this station so far. */
const bought = (): unknown =>
  s.core.deps.db.raw.prepare("SELECT count(*) AS purchases FROM transactions").get();

describe.each(someOf(LANGUAGES, 2))(
  "the example in $name",
  { timeout: PATIENCE_MS },
  ({ name, file, needs, run: runExample }) => {
    const example = (order: string, label: string, token = s.started.token ?? ""): Promise<Ran> =>
      runExample(join(EXAMPLES, file), [order, label], {
        PACKBENCH_URL: s.url,
        PACKBENCH_TOKEN: token,
        LC_ALL: "C.UTF-8",
      });

    it("the example buys an order's label once, however often it is run, saves the label's file and prints the parcel's status", async (context) => {
      context.skip(
        needs.some((program) => missing.has(program)),
        `${name} is not on this machine`,
      );
      const [folder, order, before] = [
        temporaryFolder(),
        `GUIDE-${file}`,
        bought() as { purchases: number },
      ];
      const first = await example(order, join(folder, "first.pdf"));
      expect(first).toEqual({
        code: 0,
        stdout: expect.stringMatching(
          new RegExp(`^${order.replaceAll(".", "\\.")} \\d{10} [A-Z_]+ [A-Z_]+\n$`),
        ) as string,
        stderr: "",
      });
      const again = await example(order, join(folder, "again.pdf"));
      expect(again).toMatchObject({ code: 0, stderr: "" });
      expect(again.stdout.split(" ")[1]).toBe(first.stdout.split(" ")[1]);
      expect(bought()).toEqual({ purchases: before.purchases + 1 });
      for (const label of ["first.pdf", "again.pdf"])
        expect(readFileSync(join(folder, label)).subarray(0, 5).toString()).toBe("%PDF-");
      rmSync(folder, { recursive: true });
    });

    it(
      "the example ends with an error and the station's reason when its token is refused",
      { tags: "all" },
      async (context) => {
        context.skip(
          needs.some((program) => missing.has(program)),
          `${name} is not on this machine`,
        );
        const { code, stderr } = await example(
          "GUIDE-refused",
          join(temporaryFolder(), "none.pdf"),
          "pb_unknown",
        );
        expect(code).not.toBe(0);
        expect(stderr).toContain("E2001");
      },
    );
  },
);

it("every example is run, and none is longer than 60 lines", () => {
  const files = readdirSync(EXAMPLES);
  expect(files.toSorted()).toEqual(LANGUAGES.map(({ file }) => file).toSorted());
  expect(
    files.filter((file) => readFileSync(join(EXAMPLES, file), "utf8").split("\n").length > 61),
  ).toEqual([]);
});
