import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import {
  createAddress,
  getAddress,
  listAddresses,
} from "../../../core/shipping/addresses/addresses.api.ts";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import { listCities, listDistricts } from "../../../core/shipping/geo/geo.api.ts";
import type { City, District } from "../../../core/shipping/geo/geo.schema.ts";
import { downloadLabel } from "../../../core/labels/labels.api.ts";
import { getDesk } from "../../../core/station/station.api.ts";
import type { DeskFacts } from "../../../core/station/station.schema.ts";
import { createTransaction } from "../../../core/fulfilment/transactions/transactions.api.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { createCall, type Call, type CallRequest, type DataOf } from "../../../core/http/call.ts";
import { lastingStation, type Station } from "../../helpers/station.ts";

const SENDER = {
  name: "Depo & Oğulları",
  phone: "+905321112233",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};

describe("calling an endpoint", () => {
  let s: Station;
  let call: Call;
  const sent: CallRequest[] = [];

  beforeAll(async () => {
    s = await lastingStation();
    call = createCall({
      send: async (request) => {
        sent.push(request);
        return (await s.core.request(request)).body;
      },
      failure: (code, message) => new Error(`${code ?? "none"} ${message ?? ""}`),
    });
  });
  afterAll(() => s.stop());

  it("a call has its endpoint's types from request to answer", async () => {
    const desk = await call(getDesk);
    expectTypeOf(desk).toEqualTypeOf<DeskFacts>();
    const address = await call(createAddress, { body: SENDER });
    expectTypeOf(address).toEqualTypeOf<Address>();
    const [same] = await call(listAddresses, { query: { isDefaultSenderAddress: true, limit: 1 } });
    expectTypeOf(same).toEqualTypeOf<Address | undefined>();
    expectTypeOf<DataOf<typeof listDistricts>>().toEqualTypeOf<District[]>();
    expectTypeOf<DataOf<typeof listCities>>().toEqualTypeOf<City | City[]>();
    expectTypeOf<DataOf<typeof createTransaction>>().toEqualTypeOf<Transaction>();
    expectTypeOf<DataOf<typeof downloadLabel>>().toEqualTypeOf<never>();
    // @ts-expect-error -- the address must be named
    await call(getAddress).catch(() => {});
    // @ts-expect-error -- no such part
    await call(getDesk, { body: {} });
    expect([desk.organization.id, address.name]).toEqual([s.started.organizationID, SENDER.name]);
  });

  it("a call fills its path and query, encodes each value, and omits absent values", async () => {
    sent.length = 0;
    await call(getAddress, { params: { addressID: "a/b?c" } }).catch(() => {});
    await call(listDistricts, { query: { countryCode: "TR", cityCode: undefined } });
    await call(listAddresses);
    expect(sent).toEqual([
      { method: "GET", path: "/addresses/a%2Fb%3Fc" },
      { method: "GET", path: "/districts?countryCode=TR" },
      { method: "GET", path: "/addresses" },
    ]);
  });

  it("a failed call throws an error with its code and message, or without a code when there was no answer", async () => {
    await expect(call(getAddress, { params: { addressID: "none" } })).rejects.toThrow(
      /^E2010 Address not found/,
    );
    const lost = createCall({
      send: async () => null,
      failure: (code) => new Error(`${code ?? "no code"}`),
    });
    await expect(lost(getDesk)).rejects.toThrow("no code");
  });
});
