import { expect, it } from "vitest";
import type { Db } from "../../../../core/db/database.ts";
import { parcel, senderOf, station } from "../../../helpers/station.ts";

/**
 * Records the statements of a purchase, from the first read of its plan to its COMMIT. Statements
 * of background loops before and after the purchase are left out.
 */
async function statementsOf(db: Db, act: () => Promise<unknown>): Promise<string[]> {
  const ran: string[] = [];
  const real = db.sql;
  const watched: Db["sql"] = <Row>(text: string) =>
    new Proxy(real<Row>(text), {
      get(statement, name) {
        const value: unknown = Reflect.get(statement, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (["all", "get", "run"].includes(String(name))) ran.push(text.replaceAll(/\s+/g, " "));
          return value.apply(statement, args);
        };
      },
    });
  Object.assign(db, { sql: watched });
  await act();
  Object.assign(db, { sql: real });
  const bought = ran.findIndex((text) => text.startsWith("INSERT INTO transactions"));
  const planned = ran.findIndex((text) => text.includes("request_hash = :hash"));
  return ran.slice(planned, ran.indexOf("COMMIT", bought) + 1);
}

it("a one-step purchase reads each address once, writes each row once in its final state, and runs at most 23 statements", async () => {
  const s = await station();
  const returnAddressID = await senderOf(s);
  const buy = async (): Promise<number> =>
    (
      await s.call("POST", "/transactions", {
        providerServiceCode: "SURAT_STANDART",
        shipment: parcel({ returnAddressID }),
      })
    ).status;
  await buy();
  const ran = await statementsOf(s.core.deps.db, async () => expect(await buy()).toBe(201));
  expect(ran.length, ran.join("\n")).toBeLessThanOrEqual(23);
  const twice = ran.filter((text, i) => ran.indexOf(text) < i && !text.includes("number_ranges"));
  expect({
    twice,
    updates: ran.filter((text) => text.startsWith("UPDATE")),
    addresses: ran.filter((text) => text.includes("FROM addresses")).length,
  }).toEqual({ twice: [], updates: [], addresses: 1 });
});
