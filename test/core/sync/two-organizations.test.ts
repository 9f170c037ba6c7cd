import { describe, expect, it } from "vitest";
import type { PrintRequest } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { whyNoHub } from "../../helpers/hub.ts";
import type { StationAtHub } from "../../helpers/joined-stations.ts";
import { call, parcel } from "../../helpers/station.ts";
import {
  bought,
  rowsAt,
  sharedAt,
  sharedDesks,
  type SharedDesks,
} from "../fulfilment/shared-printers/shared-desks.ts";

type Reply = {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
  readonly data: unknown;
};
type Caller = (method: string, path: string, body?: unknown) => Promise<Reply>;

const caller =
  ({ ready }: StationAtHub, token: string): Caller =>
  async (method, path, body) => {
    const answer = await call(ready.url, token, { method, path, body });
    return {
      status: answer.status,
      code: answer.body.code,
      text: JSON.stringify(answer.body),
      data: answer.body.data,
    };
  };

/** Creates a second organization that the station has in addition to the hub's. */
async function secondOrganization(station: StationAtHub): Promise<Caller> {
  const { id } = await station.call<{ id: string }>("/organizations", { name: "Başka" });
  const { token } = await station.call<{ token: string }>("/apitokens", { organizationID: id });
  return caller(station, token);
}

type Try = readonly [method: string, path: string, body?: unknown];

function triesOf({
  printerID,
  shipmentID,
  transactionID,
  requestID,
  otherID,
  offerID,
}: Readonly<
  Record<"printerID" | "shipmentID" | "transactionID" | "requestID" | "otherID" | "offerID", string>
>): readonly Try[] {
  return [
    ["GET", "/station/shared-printers"],
    ["GET", "/station/print-requests"],
    ["GET", `/station/print-requests?shipmentID=${shipmentID}`],
    ["GET", `/station/print-requests/${requestID}`],
    ["DELETE", `/station/print-requests/${requestID}`],
    ["POST", "/station/print-requests", { printerID, shipmentID }],
    ["POST", "/station/print-requests", { printerID, transactionID }],
    ["GET", "/station/sync"],
    ["POST", "/station/sync/join", { code: "PB1-x" }],
    [
      "POST",
      "/station/sync/join-server",
      { servers: ["tls://hub.example:4222"], credentials: "x" },
    ],
    ["PUT", "/station/sync/name", { name: "Taken" }],
    ["POST", "/station/sync/invitations", {}],
    ["POST", `/station/sync/stations/${otherID}/revoke`],
    ["POST", "/station/sync/leave", {}],
    ["GET", "/station/sync/hub-server"],
    ["POST", "/station/sync/hub-server", {}],
    ["POST", "/station/purchases/approved", { offerID }],
    ["POST", "/station/purchases", { offerID }],
  ];
}

type Scene = Pick<SharedDesks, "asker" | "printerID"> & { readonly stranger: Caller };

async function reachesNothing({ asker, printerID, stranger }: Scene): Promise<void> {
  const { shipmentID, transactionID, barcode } = await bought(asker);
  const request = await asker.call<PrintRequest>("/station/print-requests", {
    printerID,
    shipmentID,
    expiresInMinutes: 30,
  });
  const { id: otherID = "" } = (await asker.status()).stations.find(({ isThis }) => !isThis) ?? {};
  const before = [
    rowsAt(asker, "SELECT count(*) AS n FROM print_requests"),
    rowsAt(asker, "SELECT count(*) AS n FROM transactions"),
  ];
  const [offer] = rowsAt(asker, "SELECT id FROM offers LIMIT 1");
  const offerID = (offer as { id?: string } | undefined)?.id ?? "x";
  const tries = triesOf({
    printerID,
    shipmentID,
    transactionID,
    requestID: request.id,
    otherID,
    offerID,
  });
  const replies: Reply[] = [];
  for (const [method, path, body] of tries) replies.push(await stranger(method, path, body));
  expect(
    replies.map(({ status, code }, i) => [tries[i]?.slice(0, 2).join(" "), status, code]),
  ).toEqual(tries.map(([method, path]) => [`${method} ${path}`, 403, "E1055"]));
  for (const { text, data } of replies) {
    expect(data ?? null).toBeNull();
    for (const secret of ["Zebra", "Deneme", barcode, otherID, printerID])
      expect(text).not.toContain(secret);
  }
  expect([
    rowsAt(asker, "SELECT count(*) AS n FROM print_requests"),
    rowsAt(asker, "SELECT count(*) AS n FROM transactions"),
  ]).toEqual(before);
  expect((await asker.status()).stations.map(({ name }) => name)).not.toContain("Taken");
  expect((await sharedAt(asker)).map(({ id }) => id)).toEqual([printerID]);
  expect((await asker.call<PrintRequest>(`/station/print-requests/${request.id}`)).state).not.toBe(
    "CANCELLED",
  );
}

async function sharesNothing({ asker, printerID, stranger }: Scene): Promise<void> {
  await stranger("POST", "/addresses", {
    name: "Gizli Depo",
    phone: "+905321112233",
    address1: "x",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
    isDefaultSenderAddress: true,
  });
  const made = await stranger("POST", "/shipments", parcel({ test: true }));
  expect([made.status, made.code]).toEqual([201, undefined]);
  const { id: theirs, offers } = made.data as {
    id: string;
    offers: { cheapest?: { id: string } } | null;
  };
  const home = caller(asker, asker.ready.token);
  const answers = [
    await home("POST", "/station/print-requests", { printerID, shipmentID: theirs }),
    await home("GET", `/station/print-requests?shipmentID=${theirs}`),
    await home("GET", `/shipments/${theirs}`),
    await home("POST", "/station/purchases/approved", {
      offerID: offers?.cheapest?.id ?? theirs,
    }),
    await home("POST", "/station/purchases", { offerID: offers?.cheapest?.id ?? theirs }),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [404, "E1051"],
    [200, undefined],
    [404, "E1051"],
    [403, "E1055"],
    [404, "E1064"],
  ]);
  expect(answers[1]?.data).toEqual({ list: [] });
  for (const { text } of answers)
    for (const secret of ["Çağla", "Gizli Depo"]) expect(text).not.toContain(secret);
}

describe.skipIf(whyNoHub !== undefined)(
  "a token of a second organization at a joined station",
  () => {
    it("a token reaches nothing of the stations or their printers, and neither organization can use the other's shipments", async () => {
      const { asker, printerID } = await sharedDesks();
      const scene = { asker, printerID, stranger: await secondOrganization(asker) };
      await reachesNothing(scene);
      await sharesNothing(scene);
    }, 60_000);
  },
);
