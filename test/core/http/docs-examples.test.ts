/**
 * The examples of the documents are requests to a station with the station's answers, stored in
 * resources/api-viewer/examples.json. UPDATE_EXAMPLES=1 writes the file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import type { AnyEndpoint } from "../../../core/http/endpoint.ts";
import { failureSchema, pagingFields, successFields } from "../../../core/http/envelope.schema.ts";
import { endpoints } from "../../helpers/endpoints.ts";
import { RESOURCES, station } from "../../helpers/station.ts";
import { TABLE } from "../../walls/access-table.ts";
import { fillIn } from "../../walls/things.ts";
import { instantLabels } from "../printing/a-printer.ts";

const FILE = join(RESOURCES, "api-viewer", "examples.json");
const LONGEST_LIST = 2;
const LONGEST_TEXT = 160;
const exampleSchema = z.record(
  z.string(),
  z.object({ body: z.unknown().optional(), status: z.number(), answer: z.unknown() }),
);

/** Shortens an example to the first items of a list and the start of a long text. */
function shortened(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > LONGEST_TEXT && !value.includes(" ")
      ? value.slice(0, LONGEST_TEXT)
      : value;
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
}

/** Whether an endpoint answers with something other than bytes. */
const isJson = ({ shape }: AnyEndpoint): boolean => shape !== "bytes";

it.runIf(process.env["UPDATE_EXAMPLES"] === "1")(
  "every operation of TABLE is called once, and its answer is recorded",
  async () => {
    const s = await station({ settings: { rateLimit: null }, world: { labels: instantLabels } });
    const kept: Record<string, { body?: unknown; status: number; answer: unknown }> = {};
    for (const endpoint of endpoints.filter(isJson)) {
      const row = TABLE[`${endpoint.method} ${endpoint.path}`];
      if (row === undefined || endpoint.id === "checkIntegrity") continue;
      const { path, body } = await fillIn(s, row);
      const answer = await fetch(`${s.url}${path}`, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${s.started.token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = (await answer.text())
        .replaceAll(s.dataDir, "/data")
        .replaceAll(new URL(s.url).origin, "http://127.0.0.1:4747")
        .replaceAll(`"${hostname()}"`, `"packing-desk"`)
        .replaceAll(/"[^"]*\/nats-server"/g, `"/usr/sbin/nats-server"`)
        .replace(/"token":"[^"]+"/g, `"token":"pk_example"`)
        .replace(/"signingSecret":"[^"]+"/g, `"signingSecret":"whsec_example"`);
      if (text !== "")
        kept[endpoint.id] = {
          ...(body === undefined ? {} : { body: shortened(body) }),
          status: answer.status,
          answer: shortened(JSON.parse(text)),
        };
    }
    // One line per operation, so that a change shows which examples differ.
    const lines = Object.entries(kept).map(
      ([id, example]) => `${JSON.stringify(id)}:${JSON.stringify(example)}`,
    );
    writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
  },
  120_000,
);

it("every operation with JSON has an example, and each fits its operation's schemas", () => {
  const examples = exampleSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));
  const wrong: string[] = [];
  for (const endpoint of endpoints.filter(isJson)) {
    const example = examples[endpoint.id];
    if (example === undefined) {
      wrong.push(`${endpoint.id} has none`);
      continue;
    }
    const sent =
      endpoint.body === undefined || endpoint.wholeBody === true
        ? undefined
        : (endpoint.body as z.ZodType).safeParse(example.body ?? {});
    if (sent?.success === false)
      wrong.push(`${endpoint.id} body: ${sent.error.message.slice(0, 200)}`);
    const isPage = endpoint.shape === "page" || endpoint.shape === "whole";
    const schema =
      example.status >= 400
        ? failureSchema
        : endpoint.shape === "raw"
          ? endpoint.answer
          : z.object({
              ...successFields,
              data: isPage ? z.array(endpoint.answer) : endpoint.answer,
              ...(isPage ? pagingFields : {}),
            });
    const answered = schema.safeParse(example.answer);
    if (!answered.success)
      wrong.push(`${endpoint.id} answer: ${answered.error.message.slice(0, 300)}`);
  }
  expect(wrong.filter((one) => !/^(checkIntegrity|streamEvents)/.test(one))).toEqual([]);
});

it("no example names the computer on which it was recorded", () => {
  const text = readFileSync(FILE, "utf8");
  for (const own of [homedir(), `"${hostname()}"`, "/.cache/"])
    expect({ own, isNamed: text.includes(own) }).toEqual({ own, isNamed: false });
});
