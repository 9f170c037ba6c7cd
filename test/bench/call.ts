/**
 * Calls over kept-alive connections, timed to the last byte of the answer, and bodies of purchases.
 */
import { Agent, request } from "node:http";
import { percentile } from "./measure.ts";
import type { Target } from "./program.ts";

export const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export type Answered<T> = {
  readonly ms: number;
  readonly body: { readonly data: T; readonly totalRows: number };
};

/**
 * Calls an endpoint.
 * @throws Error when the status is 300 or more.
 */
export function call<T = unknown>(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered<T>> {
  return new Promise((done, failed) => {
    const startedAt = performance.now();
    request(
      `${target.url}${path}`,
      {
        method,
        agent,
        headers: { authorization: `Bearer ${target.token}`, "content-type": "application/json" },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const ms = performance.now() - startedAt;
          const text = Buffer.concat(chunks).toString();
          if ((answer.statusCode ?? 500) < 300) done({ ms, body: JSON.parse(text) as never });
          else failed(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        });
      },
    )
      .on("error", failed)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Measures calls after one unmeasured round, so that no page is read from the disk.
 * @param run Makes call number `i`, and returns its time, ms.
 * @returns The 99th percentile of `calls` calls, ms.
 */
export async function p99(
  run: (i: number) => Promise<number> | number,
  calls = 200,
): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i += 1) await run(i);
  for (let i = 0; i < calls; i += 1) times.push(await run(i));
  return percentile(times, 99);
}

/** Returns the body of a one-step purchase of a parcel to Kadıköy. */
export function purchase(returnAddressID: string): unknown {
  const recipientAddress = {
    name: "Ad Soyad",
    email: "a@ornek.test",
    phone: "+905551112233",
    address1: "Gül Sk. 1",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  };
  return {
    providerServiceCode: "SURAT_STANDART",
    shipment: { returnAddressID, recipientAddress, length: 30, width: 20, height: 15, weight: 2 },
  };
}

/**
 * Returns the body of a one-step purchase as a shop's program sends it, with items.
 * @param options `order`: whether the body also describes the shop's order.
 */
export function shopPurchase(
  returnAddressID: string | undefined,
  { order = true }: { readonly order?: boolean } = {},
): unknown {
  return {
    providerServiceCode: "SURAT_STANDART",
    shipment: {
      test: false,
      returnAddressID,
      recipientAddress: {
        name: "Çağla Şimşekoğlu",
        email: "cagla@ornek.test",
        phone: "+905551112233",
        address1: "Bağdat Cd. No: 5 D: 3",
        countryCode: "TR",
        cityName: "İstanbul",
        cityCode: "34",
        districtName: "Kadıköy",
      },
      length: "30",
      width: "20",
      height: "15",
      distanceUnit: "cm",
      weight: "2.5",
      massUnit: "kg",
      items: [{ title: "Tişört", quantity: 2 }],
      ...(order
        ? {
            order: {
              sourceCode: "API",
              sourceIdentifier: "https://magaza.ornek.test",
              orderNumber: "WEB-12345",
              totalAmount: "150",
              totalAmountCurrency: "TRY",
            },
          }
        : {}),
    },
  };
}
