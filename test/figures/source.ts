/** What a reader of core/ meets, counted from the syntax trees of its files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";

export type Source = { readonly file: string; readonly text: string } & Pick<
  ReturnType<typeof parseSync>,
  "program" | "comments"
>;

export type SourceFigures = {
  /** `x as T`, but `as const`; "file:line". */
  readonly casts: readonly string[];
  /** Exported functions, also those that are constants: "file: name". */
  readonly functionsWithoutDocstring: readonly string[];
  /** Longer than this many lines: "file: lines". */
  readonly filesOver250Lines: readonly string[];
  readonly exportedNames: number;
};

/** Lines at which a file is to be split. */
const SPLIT_AT = 250;

/**
 * @param folder Absolute.
 * @returns Its TypeScript files, with paths from it, in name order.
 * @throws Error for a file that does not parse.
 */
export function readSources(folder: string): Source[] {
  const files = (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => file.endsWith(".ts"))
    .sort();
  return files.map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const { program, comments, errors } = parseSync(file, text, { lang: "ts" });
    if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
    return { file, text, program, comments };
  });
}

export function sourceFigures(sources: readonly Source[]): SourceFigures {
  const exported = sources.map(exportsOf);
  return {
    casts: sources.flatMap(castsOf),
    functionsWithoutDocstring: exported.flatMap((e) => e.undocumented),
    filesOver250Lines: sources
      .map(({ file, text }) => ({ file, lines: text.trimEnd().split("\n").length }))
      .flatMap(({ file, lines }) => (lines > SPLIT_AT ? [`${file}: ${lines}`] : [])),
    exportedNames: exported.reduce((sum, { names }) => sum + names, 0),
  };
}

function castsOf({ file, text, program }: Source): string[] {
  const found: string[] = [];
  const isConst = (from: number, to: number): boolean => text.slice(from, to) === "const";
  new Visitor({
    TSAsExpression({ typeAnnotation: { start, end } }) {
      if (!isConst(start, end)) found.push(`${file}:${text.slice(0, start).split("\n").length}`);
    },
    TSTypeAssertion({ start, typeAnnotation }) {
      if (!isConst(typeAnnotation.start, typeAnnotation.end))
        found.push(`${file}:${text.slice(0, start).split("\n").length}`);
    },
  }).visit(program);
  return found;
}

function exportsOf({ file, text, program, comments }: Source): {
  names: number;
  undocumented: string[];
} {
  let names = 0;
  const undocumented: string[] = [];
  const endsOfDocstrings = comments
    .filter(({ type, value }) => type === "Block" && value.startsWith("*"))
    .map(({ end }) => end);
  const hasDocstring = (start: number): boolean =>
    endsOfDocstrings.some((end) => end <= start && text.slice(end, start).trim() === "");
  // Of the signatures of an overloaded function the first carries the docstring.
  const seen = new Set<string>();
  const countFunction = (name: string, start: number): void => {
    if (!seen.has(name) && !hasDocstring(start)) undocumented.push(`${file}: ${name}`);
    seen.add(name);
  };
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    names += statement.specifiers.length;
    const { declaration, start } = statement;
    if (declaration === null) continue;
    if (declaration.type === "VariableDeclaration") {
      names += declaration.declarations.length;
      for (const { id, init } of declaration.declarations) {
        const isFunction =
          init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression";
        if (isFunction && id.type === "Identifier") countFunction(id.name, start);
      }
      continue;
    }
    names += 1;
    if (declaration.type === "FunctionDeclaration" || declaration.type === "TSDeclareFunction")
      countFunction(declaration.id?.name ?? "", start);
  }
  return { names, undocumented };
}
