/** Counts what a reader of core/ meets, from the syntax trees and the lines of its files. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";

export type Source = { readonly file: string; readonly text: string } & Pick<
  ReturnType<typeof parseSync>,
  "program" | "comments"
>;

export type SourceFigures = {
  /** Casts `x as T` and `<T>x`, except to `const`: "file:line". */
  readonly casts: readonly string[];
  /** Exported functions without a docstring, function constants included: "file: name". */
  readonly functionsWithoutDocstring: readonly string[];
  /** Files with more than 300 lines: "file: lines". */
  readonly filesOver300Lines: readonly string[];
  /** Functions with more than 60 lines: "file: name, lines". */
  readonly functionsOver60Lines: readonly string[];
  /**
   * Import cycles, at least one for each group of files that reach each other, type imports
   * included: "a.ts → b.ts → a.ts".
   */
  readonly fileCycles: readonly string[];
  /** Lines of each roof's sources; "top" for the files outside the roofs. */
  readonly linesOfRoofs: Readonly<Record<string, number>>;
  readonly exportedNames: number;
};

const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 60;

/**
 * Parses all TypeScript files of a folder.
 * @param folder Absolute path.
 * @returns The sources in name order, with paths from the folder.
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
    filesOver300Lines: sources
      .map((source) => ({ file: source.file, lines: linesOf(source.text.trimEnd()) }))
      .flatMap(({ file, lines }) => (lines > LONGEST_FILE ? [`${file}: ${lines}`] : [])),
    functionsOver60Lines: sources.flatMap(longFunctionsOf),
    fileCycles: fileCycles(sources),
    linesOfRoofs: linesOfRoofs(sources),
    exportedNames: exported.reduce((sum, { names }) => sum + names, 0),
  };
}

function linesOf(text: string): number {
  return text.split("\n").length;
}

function linesOfRoofs(sources: readonly Source[]): Record<string, number> {
  const lines: Record<string, number> = {};
  for (const { file, text } of sources) {
    const roof = file.includes("/") ? file.slice(0, file.indexOf("/")) : "top";
    lines[roof] = (lines[roof] ?? 0) + linesOf(text.trimEnd());
  }
  return lines;
}

function longFunctionsOf({ file, text, program }: Source): string[] {
  const found: string[] = [];
  const measure = (start: number, end: number, name: string): void => {
    const lines = linesOf(text.slice(start, end));
    if (lines > LONGEST_FUNCTION) found.push(`${file}: ${name}, ${lines}`);
  };
  new Visitor({
    FunctionDeclaration: ({ start, end, id }) => measure(start, end, id?.name ?? ""),
    FunctionExpression: ({ start, end, id }) => measure(start, end, id?.name ?? ""),
    ArrowFunctionExpression: ({ start, end }) => measure(start, end, "=>"),
  }).visit(program);
  return found;
}

const IMPORTED =
  /^\s*(?:import|export)\b[^"';]*?\bfrom\s*"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)/gm;

/** Returns at least one import cycle for each group of files that reach each other. */
function fileCycles(sources: readonly Source[]): string[] {
  const imports = new Map(
    sources.map(({ file, text }) => [
      file,
      [...text.matchAll(IMPORTED)].map(([, from, loaded]) =>
        normalize(join(dirname(file), from ?? loaded ?? "")),
      ),
    ]),
  );
  const done = new Set<string>();
  const rings: string[] = [];
  const follow = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) rings.push([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) follow(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return rings;
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
  // The docstring of an overloaded function is at its first signature.
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
