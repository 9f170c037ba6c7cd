/** Subject of the carriers' contract: a station that is a marketplace, behind a proxy with faults. */
import { afterAll } from "vitest";
import { instant } from "../../../core/base/units.ts";
import { createOutgoing } from "../../../core/http/outgoing/create-outgoing.ts";
import type { RemoteCarrier } from "../../../core/shipping/carriers/carrier.ts";
import { marketplace } from "../../../core/shipping/carriers/marketplace/adapter.ts";
import { createCarrier } from "../../../core/shipping/accounts/marketplaces.ts";
import {
  startFaultProxy,
  type ProxiedRequest,
  type ProxyFault,
} from "../../helpers/fault-proxy.ts";
import { FAR_SERVICE } from "../../helpers/marketplace.ts";
import { lastingStation, trueTime } from "../../helpers/station.ts";
import { addAgreement, plainService } from "../../helpers/agreements.ts";
import type { OperationName } from "../courier/faults.ts";
import type { RemoteSubject } from "../contract/contract.ts";

const isOf: Partial<Record<OperationName, (asked: ProxiedRequest) => boolean>> = {
  quote: ({ method, path }) => method === "POST" && path === "/api/v1/shipments",
  buy: ({ method, path }) => method === "POST" && path === "/api/v1/transactions",
  find: ({ method, path }) => method === "GET" && path.startsWith("/api/v1/shipments/"),
  track: ({ method, path }) => method === "GET" && path.startsWith("/api/v1/shipments/"),
  cancel: ({ method }) => method === "DELETE",
};

/** Starts the station and the proxy; both end with the test file. */
export async function startMarketSubject(): Promise<RemoteSubject> {
  const s = await lastingStation({ world: { now: trueTime } });
  s.core.deps.settings.write("rateLimit", null);
  addAgreement(s, {
    providerCode: "UZAK",
    name: "Uzak Kargo",
    ranges: [{ prefix: "UZ", first: 1, last: 99_999, width: 8 }],
    tariff: { services: [plainService({ code: FAR_SERVICE, name: "Uzak Standart" })] },
  });
  const proxy = await startFaultProxy(() => s.url);
  afterAll(async () => {
    await proxy.close();
    await s.stop();
  });
  const faults: [OperationName, ProxyFault][] = [];
  proxy.faultOf = (asked) => {
    const at = faults.findIndex(([operation]) => isOf[operation]?.(asked) === true);
    return at < 0 ? "none" : (faults.splice(at, 1)[0]?.[1] ?? "none");
  };
  const outgoing = createOutgoing({
    settings: {
      read: () => ({ loopback: true }),
      follow: () => {},
      write: () => {},
      writeAll: () => {},
    },
    origin: () => "",
    now: () => instant("2026-11-21T09:00:00.000Z"),
  });
  const carrierAt = (url: string): RemoteCarrier => {
    const connection = marketplace.create(
      {
        id: "account",
        organizationID: "o",
        name: "Pazar",
        username: "",
        password: "",
        settings: { url, mode: "live", limitSeconds: "8" },
        secrets: { token: s.started.token ?? "" },
      },
      outgoing,
    );
    const carrier = createCarrier(connection, "always");
    if (carrier === undefined) throw new Error("the connection sells nothing");
    return carrier;
  };
  return {
    carrier: carrierAt(proxy.url),
    gone: carrierAt("http://127.0.0.1:2"),
    organizationID: "o",
    inTransaction: (run) => run(),
    fail: (operation, ...next) => {
      faults.push(...next.map((fault): [OperationName, ProxyFault] => [operation, fault]));
      return Promise.resolve();
    },
    charged: () =>
      Promise.resolve(
        s.core.deps.db
          .sql<{ n: number }>(
            "SELECT count(*) AS n FROM transactions WHERE status IN ('DONE', 'CANCELED')",
          )
          .get()?.n ?? 0,
      ),
    async pickUp() {
      const { body } = await s.call<{ id: string; statusCode: string }[]>(
        "GET",
        "/shipments?limit=100&statusFilter=TRACKING_CODE_CREATED",
      );
      for (const { id } of body.data)
        await s.call("POST", `/station/shipments/${id}/tracking`, {
          subCode: "package_accepted",
          statusDate: new Date().toISOString(),
        });
    },
  };
}
