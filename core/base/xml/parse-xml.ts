/** Parses whole XML texts, on the calling thread; see `xml.ts`. */

/** Element that was read. Names have no namespace prefix; attributes are left out. */
export type XmlElement = {
  readonly name: string;
  /** Text between the child elements, without blanks at its ends. */
  readonly text: string;
  readonly children: readonly XmlElement[];
};

const DEEPEST = 40;
/** Characters that XML 1.0 cannot contain in any form. */
export const XML_FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/** Loaded at the first use. Importing it again takes the time of parsing a short answer. */
let parser: Promise<typeof import("fast-xml-parser")> | undefined;

/** Parses XML; undefined for every other text, such as HTML, or half an answer. */
export async function parseWhole(text: string): Promise<XmlElement | undefined> {
  if (!hasOnlyPlainMarkup(text)) return undefined;
  parser ??= import("fast-xml-parser");
  const { XMLParser, XMLValidator } = await parser;
  try {
    // The parser accepts elements that are not closed; only the validator refuses them.
    if (XMLValidator.validate(text) !== true) return undefined;
    const nodes: unknown = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: true,
      removeNSPrefix: true,
      ignoreDeclaration: true,
      ignorePiTags: true,
      parseTagValue: false,
      trimValues: false,
      processEntities: false,
      cdataPropName: CDATA,
      maxNestedTags: DEEPEST,
    }).parse(text);
    const { children } = elementOf("", nodes);
    return children.length === 1 ? children[0] : undefined;
  } catch {
    return undefined;
  }
}

const CDATA = "#cdata";

/** Refuses declarations such as DOCTYPE, and comments and CDATA sections that do not end. */
function hasOnlyPlainMarkup(text: string): boolean {
  let at = text.indexOf("<!");
  while (at >= 0) {
    const isCdata = text.startsWith("<![CDATA[", at);
    if (!isCdata && !text.startsWith("<!--", at)) return false;
    const end = text.indexOf(isCdata ? "]]>" : "-->", at + 4);
    if (end < 0) return false;
    at = text.indexOf("<!", end);
  }
  return true;
}

function elementOf(name: string, nodes: unknown): XmlElement {
  let text = "";
  const children: XmlElement[] = [];
  for (const node of Array.isArray(nodes) ? nodes : []) {
    const [tag, content] = firstField(node);
    if (tag === "#text") text += decoded(String(content));
    else if (tag === CDATA) text += plainText(content);
    else children.push(elementOf(tag, content));
  }
  return { name, text: text.trim(), children };
}

function plainText(content: unknown): string {
  return (Array.isArray(content) ? content : [])
    .map((node: unknown) => String(firstField(node)[1] ?? ""))
    .join("");
}

/** Returns the name and the content of one of the parser's nodes. */
function firstField(node: unknown): readonly [name: string, content: unknown] {
  const fields: [string, unknown][] =
    typeof node === "object" && node !== null ? Object.entries(node) : [];
  return fields[0] ?? ["", undefined];
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** @throws Error for an unknown entity, or a number that is no character. */
function decoded(text: string): string {
  return text
    .replace(/&([^;&]{0,10});?/g, (_whole, name: string) => {
      const known = ENTITIES[name];
      if (known !== undefined) return known;
      const number = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name);
      if (number === null) throw new Error("unknown entity");
      return String.fromCodePoint(
        number[1] === undefined ? Number(number[2]) : parseInt(number[1], 16),
      );
    })
    .replace(XML_FORBIDDEN, "");
}
