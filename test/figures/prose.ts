/**
 * Finds comments and test titles with English that is hard to read and that a machine can
 * recognize: sentences without a subject, and literary turns.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "rolldown/utils";

/** Openings of sentences that leave out their noun. */
const OPENING = /^(?:Of|What|As|That|Whose|Whoever|Whom|Those|Which)\b(?! if\b)/;
/** Literary turns that a plain word can replace. */
const TURN =
  /\b(?:anew|begun|borne|told|tells|heard|hears|stands?|stood|whoever|whosoever|thereof|therein|wherein|as long as|(?:of|on) (?:its|their|his) own|(?:is|are|was|were|there|had|has|have) no more|no more (?:than it|of it)|(?<!there )is none|must be had|to be had|could be had|is to be|are to be|beside|besides|aside)\b/i;
const TITLE = /\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g;

/** `words`: the opening or the turn to replace. */
export type ProseFinding = {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly words: string;
};

/**
 * Reads all TypeScript files of a folder.
 * @param root The repository's folder.
 * @param folder Path from `root`.
 * @returns Every finding.
 */
export function proseFindings(root: string, folder: string): ProseFinding[] {
  return (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .toSorted()
    .flatMap((file) => findingsOf(root, join(root, folder, file)));
}

function findingsOf(root: string, file: string): ProseFinding[] {
  const text = readFileSync(file, "utf8");
  const { comments } = parseSync(file, text, { lang: file.endsWith("x") ? "tsx" : "ts" });
  const lineOf = (at: number): number => text.slice(0, at).split("\n").length;
  const found: ProseFinding[] = [];
  const report = (at: number, sentence: string, fault: RegExpExecArray | null): void => {
    if (fault !== null)
      found.push({ file: relative(root, file), line: lineOf(at), text: sentence, words: fault[0] });
  };
  for (const { at, prose } of commentsOf(text, comments))
    for (const sentence of sentencesOf(prose))
      report(at, sentence, OPENING.exec(sentence) ?? TURN.exec(sentence));
  for (const title of text.matchAll(TITLE))
    report(title.index, title[2] ?? "", TURN.exec(title[2] ?? ""));
  return found;
}

/** Returns the prose of all comments. Line comments that follow each other are one. */
function commentsOf(
  text: string,
  comments: ReturnType<typeof parseSync>["comments"],
): { readonly at: number; readonly prose: string }[] {
  const found: { type: string; at: number; end: number; prose: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const prose = value.replaceAll(/^\s*\* ?/gm, "").trim();
    const last = found.at(-1);
    if (type === "Line" && last?.type === "Line" && text.slice(last.end, start).trim() === "") {
      last.prose += ` ${prose}`;
      last.end = end;
    } else found.push({ type, at: start, end, prose });
  }
  return found;
}

/**
 * Splits prose into sentences on one line each. The text after a tag such as `@returns` is a
 * sentence.
 */
function sentencesOf(prose: string): string[] {
  return prose
    .split(/\n\s*\n|@\w+(?: [\w.]+(?= [A-Z]))?|(?<=[.:;])\s+(?=[A-Z])/)
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => /^[A-Za-z]/.test(sentence));
}
