/** The thread of the API's documents: the OpenAPI document and the readable page are made here, some hundred ms of work. */
import { z } from "zod";
import * as endpoints from "./all-endpoints.ts";
import { API_PREFIX } from "./http/api-prefix.ts";
import type { ApiDocumentsData, ApiDocumentsOperations } from "./http/api-documents-protocol.ts";
import { makeDocsPage } from "./http/docs-page.ts";
import type { AnyEndpoint } from "./http/endpoint.ts";
import { makeDocument } from "./http/openapi.ts";
import { openThread } from "./threads/serve-calls.ts";

const thread = openThread<ApiDocumentsOperations, ApiDocumentsData>(z.object({ order: z.array(z.string()), version: z.string() }));
const known = new Map<string, AnyEndpoint>(Object.entries(endpoints));

thread.serve({
  async openapi() {
    const served = thread.data.order.map((id) => {
      const endpoint = known.get(id);
      if (endpoint === undefined) throw new Error(`core/all-endpoints.ts lacks the api file of ${id}`);
      return endpoint;
    });
    return bytesOf(JSON.stringify(await makeDocument(served, thread.data.version)));
  },
  page(document) {
    const { html, policy } = makeDocsPage(z.record(z.string(), z.unknown()).parse(JSON.parse(new TextDecoder().decode(document))), API_PREFIX);
    return { html: bytesOf(html), policy };
  },
});

/** Bytes of their own, not of a shared buffer, which would be cloned along. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
