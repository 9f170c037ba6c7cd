/**
 * Checks whether this installation can do a station's work: uses each part for real, on sample data
 * in a scratch folder.
 */
import { app, type BrowserWindow } from "electron";
import { z } from "zod";
import {
  deskPurchaseSchema,
  deskSchema,
  integritySchema,
  openedOrderSchema,
} from "../../core/station/station.schema.ts";
import { foundDevicesSchema } from "../../core/station/scales/scales.schema.ts";
import { printJobHistorySchema } from "../../core/printing/printing.schema.ts";
import type { CoreHost } from "../core-host.ts";
import type { CoreRequest } from "../core-messages.ts";
import { isFallback } from "../runtime/is-fallback.ts";
import type { Simulator } from "../simulator.ts";
import type { CheckResult } from "./self-check.ts";

/** One of the sample orders. */
const ORDER = "10482";
const PRINTED_WITHIN_MS = 20_000;
const ASK_EVERY_MS = 50;

export type Check = {
  readonly name: string;
  /**
   * Runs the check.
   *
   * @returns The result, for a person.
   * @throws Error when the part does not work.
   */
  readonly run: () => Promise<string>;
};

type Deps = {
  readonly core: Pick<CoreHost, "request" | "started">;
  readonly window: BrowserWindow;
  readonly simulator: Promise<Simulator | null>;
  /** Resolves when the screen is usable. */
  readonly usable: () => Promise<void>;
};

/**
 * Returns the checks in order: later checks use the results of earlier ones. The names are repeated
 * in `PARTS` of test/packaging/linux-folder.test.ts.
 */
export function stationChecks({ core, window, simulator, usable }: Deps): readonly Check[] {
  const ask: Ask = async (answer, request) => {
    const { status, body } = await core.request(request);
    if (status >= 300)
      throw new Error(
        `${request.method} ${request.path} answered ${status}: ${z.object({ errorCode: z.string(), message: z.string() }).safeParse(body).data?.message ?? "without a message"}`,
      );
    return z.object({ data: answer }).parse(body).data;
  };
  let bought: Bought | undefined;
  const purchase = (): Bought => {
    if (bought === undefined) throw new Error("there is no label, because the purchase failed");
    return bought;
  };
  return [
    { name: "versions", run: () => Promise.resolve(versions()) },
    { name: "window", run: () => checkWindow(window, usable) },
    { name: "database", run: () => checkDatabase(ask) },
    { name: "keyStore", run: () => checkKeyStore(ask) },
    { name: "printer", run: () => checkPrinter(simulator) },
    { name: "scales", run: () => checkScales(ask) },
    {
      name: "purchase",
      async run() {
        bought = await buyLabel(ask);
        return `${bought.barcode} for ${bought.price}`;
      },
    },
    { name: "label", run: async () => checkLabel(ask, purchase()) },
    { name: "print", run: async () => checkPrint(ask, purchase()) },
  ];
}

type Ask = <T>(answer: z.ZodType<T>, request: CoreRequest) => Promise<T>;
type Bought = {
  readonly shipmentID: string;
  readonly barcode: string;
  readonly printJobID: string;
  readonly price: string;
};

async function checkWindow(window: BrowserWindow, usable: Deps["usable"]): Promise<string> {
  await usable();
  const picture = await window.webContents.capturePage();
  if (picture.isEmpty()) throw new Error("the window's picture is empty");
  const { width, height } = picture.getSize();
  return `usable, ${width} × ${height}`;
}

async function checkDatabase(ask: Ask): Promise<string> {
  const { isWhole, database, durationMs } = await ask(integritySchema, {
    method: "GET",
    path: "/station/integrity",
  });
  if (!isWhole) throw new Error(`damaged: ${database.join("; ")}`);
  return `whole, checked in ${Math.round(durationMs)} ms`;
}

async function checkKeyStore(ask: Ask): Promise<string> {
  const { secretsKey } = await ask(deskSchema, { method: "GET", path: "/station/desk" });
  return secretsKey === "os"
    ? "the key of secrets is sealed by the system's key store"
    : "no key store: the key of secrets is a file of this user";
}

async function checkPrinter(simulator: Deps["simulator"]): Promise<string> {
  const found = await simulator;
  if (found === null) throw new Error("the printer simulator did not start");
  return `simulator at ${found.host}:${found.port}`;
}

async function checkScales(ask: Ask): Promise<string> {
  const { isSearched, list } = await ask(foundDevicesSchema, {
    method: "GET",
    path: "/station/scales/found",
  });
  if (!isSearched)
    throw new Error("a driver of scales could not be loaded; on Linux it needs libusb-1.0");
  return `drivers loaded, ${list.length} found`;
}

async function buyLabel(ask: Ask): Promise<Bought> {
  const { shipment } = await ask(openedOrderSchema, {
    method: "POST",
    path: "/station/orders/open",
    body: { code: ORDER },
  });
  const offerID = shipment.offers?.cheapest?.id;
  if (offerID === undefined) throw new Error(`order ${ORDER} has no offer`);
  const { transaction, printJob } = await ask(deskPurchaseSchema, {
    method: "POST",
    path: "/station/purchases",
    body: { offerID },
  });
  if (printJob === null) throw new Error("no print was queued");
  return {
    shipmentID: transaction.shipment.id,
    barcode: transaction.shipment.barcode,
    printJobID: printJob.id,
    price: `${transaction.amount} ${transaction.currency}`,
  };
}

async function checkLabel(ask: Ask, { shipmentID }: Bought): Promise<string> {
  const { dataURL } = await ask(z.object({ dataURL: z.string() }), {
    method: "GET",
    path: `/station/labels/${shipmentID}/picture`,
  });
  return `drawn, ${Math.round((dataURL.length * 0.75) / 1024)} KiB`;
}

async function checkPrint(ask: Ask, { printJobID }: Bought): Promise<string> {
  const { status, verification, lastError } = await untilPrinted(() =>
    ask(printJobHistorySchema, {
      method: "GET",
      path: `/station/printjobs/${printJobID}`,
    }),
  );
  if (status !== "CONFIRMED" || verification !== "verified")
    throw new Error(
      `${status}, ${verification || "not verified"}${lastError === "" ? "" : `: ${lastError}`}`,
    );
  return "verified, printed and confirmed by the printer";
}

/** Runs all checks, even when one fails. @param withinMs Time limit of one check. */
export async function runChecks(
  checks: readonly Check[],
  withinMs: number,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of checks) {
    const startedAt = performance.now();
    const result = await within(run(), withinMs).then(
      (detail) => ({ ok: true, detail }),
      (error: unknown) => ({
        ok: false,
        detail: error instanceof Error ? error.message : String(error),
      }),
    );
    results.push({
      name,
      ok: result.ok,
      ms: Math.round(performance.now() - startedAt),
      detail: result.detail,
    });
  }
  return results;
}

function versions(): string {
  const { electron = "?", chrome = "?", node = "?" } = process.versions;
  return `Packbench ${app.getVersion()}, Electron ${electron}${isFallback() ? " (fallback runtime, not for distribution)" : ""}, Chromium ${chrome}, Node ${node}, ${process.platform} ${process.arch}${app.isPackaged ? "" : ", not packed"}`;
}

type PrintState = Pick<
  z.infer<typeof printJobHistorySchema>,
  "status" | "verification" | "lastError"
>;

async function untilPrinted(read: () => Promise<PrintState>): Promise<PrintState> {
  const end = performance.now() + PRINTED_WITHIN_MS;
  for (;;) {
    const job = await read();
    if (!["QUEUED", "SENDING"].includes(job.status) || performance.now() > end) return job;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
