/**
 * Reads price lists of carriers in a thread, and keeps the meaning of columns that a person gave.
 * A list becomes prices only when it is entered as a version.
 */
import { errors } from "../../../base/errors.ts";
import { parseJsonOr } from "../../../base/json.ts";
import { taxRatesAt } from "../../../base/money.ts";
import { HungThreadError } from "../../../base/threads/hung-thread.ts";
import { createThreadCalls } from "../../../base/threads/thread-calls.ts";
import { inTransaction } from "../../../db/change.ts";
import type { Actor } from "../../../http/actor.ts";
import type { ShippingDeps } from "../../deps.ts";
import { keepMappings } from "../agreements.service.ts";
import { requireAgreement } from "../manage-agreements.ts";
import { mappingsSchema, type Mapping } from "./mapping.schema.ts";
import type { PriceListOperations } from "./price-list-protocol.ts";
import type { PriceListAnswer } from "./price-list.schema.ts";

type Mappings = Readonly<Record<string, Mapping>>;

const MEMORY_MIB = 256;
const IDLE_MS = 30_000;
/** Timeout of a reading, ms. */
const LONGEST_MS = 20_000;
/** Number of mappings that an agreement keeps. */
const MOST_MAPPINGS = 20;

export type PriceLists = {
  /**
   * Reads a price list for an agreement.
   *
   * @param body The unchanged body of a request, in the shape of `priceListInputSchema`.
   * @throws AppError E2168; E2029 when the file is unreadable, E1085 when the body has another
   *   shape.
   */
  read(
    deps: Pick<ShippingDeps, "db" | "now" | "newId">,
    actor: Actor,
    agreementID: string,
    body: Uint8Array,
  ): Promise<PriceListAnswer>;
  /**
   * Reads a file that is a whole agreement.
   *
   * @param body The unchanged body of a request, in the shape of `agreementFileInputSchema`.
   * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape.
   */
  readFile(
    deps: Pick<ShippingDeps, "now">,
    body: Uint8Array,
  ): ReturnType<PriceListOperations["readFile"]>;
  close(): void;
};

/** Creates the reader; its thread starts with the first file. */
export function createPriceLists(): PriceLists {
  const thread = createThreadCalls<PriceListOperations>({
    url: new URL("./price-list-worker.ts", import.meta.url),
    name: "price list's thread",
    idleMs: IDLE_MS,
    memoryMiB: MEMORY_MIB,
    callTimeoutMs: LONGEST_MS,
    ending: "stopped",
    lost: faultOf,
  });
  return {
    async read(deps, actor, agreementID, body) {
      const { fileMappings } = requireAgreement(deps, actor, agreementID);
      const { taxPpm: feePpm, vatPpm } = taxRatesAt(deps.now());
      const mappings: Mappings = parseJsonOr(fileMappings, mappingsSchema, {});
      const { answer, given } = await thread.call("read", { body, mappings, feePpm, vatPpm });
      if (given !== null) {
        const { [given.key]: _, ...others } = mappings;
        const kept = Object.entries(others).slice(1 - MOST_MAPPINGS);
        inTransaction(deps, () =>
          keepMappings(
            deps,
            agreementID,
            JSON.stringify(Object.fromEntries([...kept, [given.key, given.mapping]])),
          ),
        );
      }
      return answer;
    },
    async readFile(deps, body) {
      const { taxPpm: feePpm, vatPpm } = taxRatesAt(deps.now());
      return await thread.call("readFile", { body, feePpm, vatPpm });
    },
    close: () => void thread.close(new Error("the price list's thread was ended")),
  };
}

/** Converts the error that ended the thread while it read a list to the caller's error. */
function faultOf(cause: Error): Error {
  if ("code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY")
    return errors.fileUnreadable(
      "The file takes too much memory. Save the sheet with the prices alone. Nothing was saved.",
      { reason: "memory" },
    );
  return cause instanceof HungThreadError
    ? errors.fileUnreadable(
        "The file takes too long to read. Save the sheet with the prices alone. Nothing was saved.",
        { reason: "slow" },
      )
    : cause;
}
