/** Thread that parses long XML. */
import { z } from "zod";
import { openThread } from "../threads/serve-calls.ts";
import { parseWhole } from "./parse-xml.ts";
import type { XmlOperations } from "./xml-protocol.ts";

openThread<XmlOperations, undefined>(z.undefined()).serve({
  async parse(text) {
    const element = await parseWhole(text);
    return element === undefined ? "" : JSON.stringify(element);
  },
});
