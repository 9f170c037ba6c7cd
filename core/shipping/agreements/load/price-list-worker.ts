/** Thread that reads price lists: parses JSON, base64, workbooks and prices. */
import { z } from "zod";
import { errors } from "../../../base/errors.ts";
import { openThread } from "../../../base/threads/serve-calls.ts";
import { agreementFileInputSchema } from "../file/agreement-file.schema.ts";
import { loadFile } from "../file/load-file.ts";
import { loadPriceList, type LoadResult } from "./load-price-list.ts";
import type { PriceListOperations } from "./price-list-protocol.ts";
import { priceListInputSchema, type PriceListAnswer } from "./price-list.schema.ts";

openThread<PriceListOperations>(z.undefined()).serve({
  async read({ body, mappings, feePpm, vatPpm }) {
    const input = inputOf(priceListInputSchema, body);
    const result = await loadPriceList(Buffer.from(input.content, "base64"), {
      taxes: { include: input.pricesInclude, feePpm, vatPpm },
      fileUpToDesi: input.fileUpToDesi,
      isExtraExact: input.isExtraExact,
      findMapping: (key) => mappings[key],
      ...(input.decimalSign === undefined ? {} : { decimalSign: input.decimalSign }),
      ...(input.mapping === undefined ? {} : { mapping: input.mapping }),
    });
    const { mapping } = input;
    return {
      answer: answerOf(result),
      given:
        mapping === undefined || result.step !== "loaded"
          ? null
          : { key: result.headings.key, mapping },
    };
  },
  async readFile({ body, feePpm, vatPpm }) {
    const input = inputOf(agreementFileInputSchema, body);
    const loaded = await loadFile(Buffer.from(input.content, "base64"), {
      include: input.pricesInclude,
      feePpm,
      vatPpm,
      fileUpToDesi: input.fileUpToDesi,
      isExtraExact: input.isExtraExact,
      ...(input.decimalSign === undefined ? {} : { decimalSign: input.decimalSign }),
      ...(input.mapping === undefined ? {} : { mapping: input.mapping }),
    });
    return { loaded, isPreview: input.preview };
  },
});

function inputOf<T>(schema: z.ZodType<T>, body: Uint8Array): T {
  let json: unknown;
  try {
    json = JSON.parse(
      Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8") || "{}",
    );
  } catch {
    throw errors.badRequest("The body is not valid JSON.");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`)
    .join("; ");
  throw errors.badRequest(problems.slice(0, 500));
}

function answerOf(result: LoadResult): PriceListAnswer {
  const { row, list } = result.headings;
  const head = {
    step: result.step,
    headings: { row, list: [...list] },
    mapping: (result.step === "unknown" ? result.proposed : result.mapping) ?? null,
  };
  const empty = { zones: [], services: [], problems: [], problemCount: 0, notices: [] };
  if (result.step === "unknown") return { ...head, ...empty };
  if (result.step === "refused")
    return { ...head, ...empty, problems: [...result.problems], problemCount: result.count };
  return {
    ...head,
    ...empty,
    zones: [...result.list.zones],
    services: [...result.list.services],
    notices: [...result.notices],
  };
}
