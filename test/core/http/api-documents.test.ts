/** The API's documents are made beside the station's work, once, and again after a failure. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import * as endpoints from "../../../core/all-endpoints.ts";
import { createApiDocuments, type ApiDocuments } from "../../../core/http/api-documents.ts";
import { makeDocsPage } from "../../../core/http/docs-page.ts";
import type { AnyEndpoint } from "../../../core/http/endpoint.ts";
import { makeDocument } from "../../../core/http/openapi.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { longestTurn } from "../../helpers/longest-turn.ts";
import { station } from "../../helpers/station.ts";

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>> };

/** What a person at the desk does not notice. */
const LONGEST_STALL_MS = 50;

/** To start a process holds the thread that starts it, and is no work of the station's: the programs ask when both have been started. */
const ASKED_AFTER_MS = 500;

/** Read by a program on the same desk: in a process of its own, so that only the station's work is measured. */
async function read(address: string): Promise<string> {
  const asking = `setTimeout(() => fetch(${JSON.stringify(address)}).then(async (answer) => process.stdout.write(await answer.text())), ${ASKED_AFTER_MS})`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", asking], { maxBuffer: 8 * 1024 * 1024 });
  return stdout;
}

describe("the first readers of a station's documents", { retry: 2 }, () => {
  it("get what is made directly, to the byte, and no other call waits 50 ms", async () => {
    const s = await station({ version: "1.2.3" });
    const reading = Promise.all([read(`${s.url}/openapi.json`), read(`${s.url}/docs/plain`)]);
    const { result, longestMs } = await longestTurn(() => reading);
    const [json, html] = result;
    const order = Object.values((JSON.parse(json) as Document).paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const all = new Map<string, AnyEndpoint>(Object.entries(endpoints));
    const direct = await makeDocument(order.flatMap((id) => all.get(id) ?? []), "1.2.3");
    expect(json === JSON.stringify(direct)).toBe(true);
    expect(html === makeDocsPage(direct, "/api/v1").html).toBe(true);
    expect(longestMs).toBeLessThan(LONGEST_STALL_MS);
  });
});

describe("the thread of documents", () => {
  const opened: ApiDocuments[] = [];
  afterEach(async () => {
    for (const documents of opened.splice(0)) await documents.close();
  });
  /** Their thread ends at its first call, and numbers the later ones. */
  function documentsOfChild(): ApiDocuments {
    const documents = createApiDocuments({ order: [], version: join(temporaryFolder(), "calls"), workerURL: new URL("./api-documents-child.ts", import.meta.url) });
    opened.push(documents);
    return documents;
  }

  it("that is lost fails the readers of that time, and answers the next one", async () => {
    const documents = documentsOfChild();
    const lost = await Promise.allSettled([documents.openapi(), documents.page()]);
    expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect([...(await documents.openapi())]).toEqual([2]);
  });

  it("makes each document once for all its readers, at the same time or later", async () => {
    const documents = documentsOfChild();
    await documents.openapi().catch(() => {});
    const [page, document, again] = await Promise.all([documents.page(), documents.openapi(), documents.page()]);
    expect([[...document], [...page.html], again === page, await documents.openapi() === document]).toEqual([[2], [2, 3], true, true]);
  });

  it("names the list that lacks an endpoint which the station serves", async () => {
    const documents = createApiDocuments({ order: ["listCities", "notListed"], version: "1.0.0" });
    opened.push(documents);
    await expect(documents.openapi()).rejects.toThrow("core/all-endpoints.ts lacks the api file of notListed");
  });
});

it("a station that stops while its document is made stops at once, and its reader gets no half of it", async () => {
  const s = await station();
  const reading = fetch(`${s.url}/openapi.json`).then((answer) => answer.status, () => "cut off");
  await new Promise((asked) => setTimeout(asked, 30));
  await s.stop();
  expect(await reading).not.toBe(200);
});
