/**
 * Writes and reads the XML of other companies' services. Reading accepts only what such a service
 * needs: one root element, no document type, no entities except the five of XML and numbers.
 */
import { createThreadCalls, type ThreadCalls } from "../threads/thread-calls.ts";
import { parseWhole, XML_FORBIDDEN, type XmlElement } from "./parse-xml.ts";
import type { XmlOperations } from "./xml-protocol.ts";

export type { XmlElement } from "./parse-xml.ts";

/** Element to write: its name, and its text or its child elements. */
export type XmlPart = readonly [name: string, content: string | readonly XmlPart[]];

/** Writes elements in their order. Characters that XML cannot contain are dropped. */
export function xmlText(parts: readonly XmlPart[]): string {
  return parts
    .map(([name, content]) => {
      const inner = typeof content === "string" ? xmlEscaped(content) : xmlText(content);
      return `<${name}>${inner}</${name}>`;
    })
    .join("");
}

/** Writes a text as the content of an element. */
export function xmlEscaped(text: string): string {
  return text
    .replace(XML_FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;")
    .replaceAll("\r", "&#13;"); // readers turn a plain carriage return into a line feed
}

/** Longest XML text that is parsed, characters. */
const LONGEST = 4_000_000;
/**
 * Highest number of elements that are parsed, in a thread for at most a second. Their copy blocks
 * the core's thread for at most a tenth of a second.
 */
const MOST_ELEMENTS = 100_000;
/** Bounds of the texts that are parsed, in words. */
export const XML_BOUNDS = "4,000,000 characters and 100,000 elements";
/** Longer texts are parsed by a thread: the core's thread would be blocked for too long. */
const LONGEST_HERE = 50_000;

let thread: ThreadCalls<XmlOperations> | undefined;

/** Returns whether a text has more than `XML_BOUNDS`, so that it is not parsed. */
export function isBeyondXmlBounds(text: string): boolean {
  if (text.length > LONGEST) return true;
  let elements = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1))
    if (!"/!?".includes(text[at + 1] ?? "/")) {
      elements += 1;
      if (elements > MOST_ELEMENTS) return true;
    }
  return false;
}

/** Parses XML; undefined for every other text, such as HTML, half an answer, or too large a text. */
export async function parseXml(text: string): Promise<XmlElement | undefined> {
  if (isBeyondXmlBounds(text)) return undefined;
  if (text.length <= LONGEST_HERE) return await parseWhole(text);
  thread ??= createThreadCalls<XmlOperations>({
    url: new URL("./xml-worker.ts", import.meta.url),
    name: "XML reader",
    callTimeoutMs: 10_000,
    isComputing: true,
    startTimeoutMs: 10_000,
    idleMs: 30_000,
    memoryMiB: 256,
    ending: "stopped",
  });
  const json = await thread.call("parse", text).catch(() => "");
  if (json === "") return undefined;
  const element: XmlElement = JSON.parse(json); // written by the thread
  return element;
}

/** Lists the children of an element with a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Finds the first element at a path of names below an element. */
export function childAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  );
}

/** Returns the text of the first element at a path of names; "" when there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return childAt(element, ...path)?.text ?? "";
}
