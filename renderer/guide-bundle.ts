/**
 * Build plugin: parses a guide in resources/guides/ into data that the screen draws. Content
 * outside the shapes of guide.ts fails the build, so no markup of a guide reaches the page.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import type { Block, Guide, Inline } from "./features/help/guide.ts";

const GUIDES = /[\\/]resources[\\/]guides[\\/][\w.-]+\.md$/;

/** Creates the plugin, which parses a guide where the screen imports it. */
export function guides(): Plugin {
  return {
    name: "guides",
    enforce: "pre",
    load(id) {
      if (!GUIDES.test(id)) return null;
      this.addWatchFile(id);
      return `export const guide = ${JSON.stringify(readGuide(id))};`;
    },
  };
}

/**
 * Parses a guide. @param file Absolute path. @throws Error that names what a guide may not contain.
 */
export function readGuide(file: string): Guide {
  const read = (name: string): string => readFileSync(join(dirname(file), name), "utf8");
  const [title, ...blocks] = blocksOf(marked.lexer(read(basename(file))), read);
  if (title?.is !== "heading" || title.level !== 1)
    throw new Error(`${file} does not begin with its title.`);
  return { title: textOf(title.of), blocks };
}

/** Makes the anchor of a heading as GitHub does. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

/** Returns the text of a line without its markup. */
export function textOf(of: readonly Inline[]): string {
  return of.map((part) => ("text" in part ? part.text : textOf(part.of))).join("");
}

function blocksOf(tokens: readonly Token[], read: (name: string) => string): Block[] {
  return tokens.flatMap((token): readonly Block[] => {
    switch (token.type) {
      case "space":
        return [];
      case "heading": {
        const of = inlineOf(token.tokens ?? []);
        return [
          { is: "heading", level: (token as Tokens.Heading).depth, id: anchorOf(textOf(of)), of },
        ];
      }
      case "paragraph":
      case "text":
        return [exampleOf(token, read) ?? { is: "paragraph", of: inlineOf(token.tokens ?? []) }];
      case "list": {
        const { ordered, items } = token as Tokens.List;
        return [{ is: "list", ordered, items: items.map((item) => blocksOf(item.tokens, read)) }];
      }
      case "table": {
        const { header, rows } = token as Tokens.Table;
        return [
          { is: "table", head: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) },
        ];
      }
      case "code":
        return [{ is: "code", text: (token as Tokens.Code).text }];
      default:
        throw new Error(`A guide may not have "${token.raw.slice(0, 60)}" (${token.type}) in it.`);
    }
  });
}

const cellOf = (cell: Tokens.TableCell): Inline[] => inlineOf(cell.tokens);

/**
 * Returns an example's file as code if the paragraph is only a link to that file; null otherwise.
 */
function exampleOf(
  { tokens = [] }: Token & { tokens?: Token[] },
  read: (name: string) => string,
): Block | null {
  const [link] = tokens;
  if (
    tokens.length !== 1 ||
    link?.type !== "link" ||
    !(link as Tokens.Link).href.startsWith("examples/")
  )
    return null;
  return { is: "code", text: read((link as Tokens.Link).href).trimEnd() };
}

/**
 * Matches the name of a key or a range of keys. Text in back quotes that does not match is code.
 */
const KEY =
  /^(?:(?:(?:Ctrl|Alt|Shift)\+)?(?:F\d{1,2}|[A-Z0-9]|Enter|Esc|Tab|Space|[↑↓←→])(?: … \d)?)$/;

function isKeyName(text: string): boolean {
  return KEY.test(text);
}

function inlineOf(tokens: readonly Token[]): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case "text":
      case "escape":
        return { is: "text", text: plain((token as Tokens.Text).text) };
      case "strong":
      case "em":
        return { is: token.type, of: inlineOf(token.tokens ?? []) };
      case "codespan": {
        const text = plain((token as Tokens.Codespan).text);
        return { is: isKeyName(text) ? "key" : "code", text };
      }
      case "link":
        return { is: "link", to: (token as Tokens.Link).href, of: inlineOf(token.tokens ?? []) };
      default:
        throw new Error(`A guide may not have "${token.raw.slice(0, 60)}" (${token.type}) in it.`);
    }
  });
}

/** Reverses the lexer's escapes for HTML, because the result is used as text, not as HTML. */
function plain(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
