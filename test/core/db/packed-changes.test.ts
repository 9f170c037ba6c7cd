import { describe, expect, it } from "vitest";
import type { RowChange } from "../../../core/db/database.ts";
import { toMessages } from "../../../core/sync/stream/stream-message.ts";
import {
  isOneMessage,
  packChanges,
  unpackChanges,
  unpackForeign,
} from "../../../core/db/packed-changes.ts";

const CHANGES: RowChange[] = [
  ["parcels", "p1", { shipment_id: "s1", position: 0, length: 30, mass_unit: "kg" }, 1],
  ["addresses", "a1", { phone: "+905551112233", name: "Çağla" }],
];

describe("packed row changes", () => {
  it("packed changes are unpacked unchanged", () => {
    expect(unpackChanges(packChanges(CHANGES))).toEqual(CHANGES);
  });

  it("changes packed by an earlier version are readable, because the dictionary never changes", () => {
    const packed = "AYtG9n6BIaYtxYa4gsDYANVT2enYypxEsJmwskHb0sDU1NTQ0NDIyNgYUZAcbk88Mj8nUak2NhYA";
    expect(unpackChanges(Buffer.from(packed, "base64"))).toEqual(CHANGES);
  });

  it("changes in another format are rejected", () => {
    expect(() => unpackChanges(Buffer.of(2, 0))).toThrow(
      "row changes of format 2, this app knows 1",
    );
  });

  it("changes packed by this station are read at any size, and changes of other stations are rejected beyond a message's limits", () => {
    const many = (count: number): RowChange[] =>
      Array.from({ length: count }, (_, i) => ["parcels", `p${i}`, { length: 1 }]);
    expect(unpackChanges(packChanges(many(5_000))).length).toBe(5_000);
    expect(unpackForeign(packChanges(many(2_000))).length).toBe(2_000);
    expect(() => unpackForeign(packChanges(many(2_001)))).toThrow(
      "a message has more than 2000 changes",
    );
    const wide: RowChange[] = [
      ["parcels", "p", Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, 1]))],
    ];
    expect(() => unpackForeign(packChanges(wide))).toThrow("a row of too many fields");
    const long: RowChange[] = [["parcels", "p".repeat(201), {}]];
    expect(() => unpackForeign(packChanges(long))).toThrow("ids that are too long");
  });

  it(
    "changes are published in messages within the limits for publishing, even if many rows are alike and compress well",
    { tags: "all" },
    () => {
      const rows = (count: number): RowChange[] =>
        Array.from({ length: count }, (_, i) => [
          "parcels",
          `${i}`,
          { mass_unit: "kg", note: " ".repeat(1_000) },
          1,
        ]);
      for (const count of [10, 900, 5_000]) {
        const messages = toMessages({
          seq: 1,
          id: "m",
          hlc: "h",
          payload: packChanges(rows(count)),
        });
        expect(messages.every(({ body }) => isOneMessage(body))).toBe(true);
        expect(messages.flatMap(({ body }) => unpackForeign(body))).toEqual(rows(count));
      }
    },
  );
});
