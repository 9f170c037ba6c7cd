import { describe, expect, it } from "vitest";
import type { RowChange } from "../../../core/db/database.ts";
import { packChanges, unpackChanges } from "../../../core/db/packed-changes.ts";

const CHANGES: RowChange[] = [["parcels", "p1", { shipment_id: "s1", position: 0, length: 30, mass_unit: "kg" }, 1], ["addresses", "a1", { phone: "+905551112233", name: "Çağla" }]];

describe("row changes that are packed", () => {
  it("come out as they went in", () => {
    expect(unpackChanges(packChanges(CHANGES))).toEqual(CHANGES);
  });

  it("are read from bytes of an earlier version too: what they were packed with is never altered", () => {
    const packed = "AYtG9n6BIaYtxYa4gsDYANVT2enYypxEsJmwskHb0sDU1NTQ0NDIyNgYUZAcbk88Mj8nUak2NhYA";
    expect(unpackChanges(Buffer.from(packed, "base64"))).toEqual(CHANGES);
  });

  it("of another format are refused", () => {
    expect(() => unpackChanges(Buffer.of(2, 0))).toThrow("row changes of format 2, this app knows 1");
  });
});
