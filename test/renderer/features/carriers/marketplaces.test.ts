import { describe, expect, it } from "vitest";
import type { Marketplace } from "../../../../core/shipping/accounts/marketplaces.schema.ts";
import type { ConnectionTest } from "../../../../core/shipping/accounts/connections.schema.ts";
import { say } from "../../../../core/shipping/carriers/marketplace/say.ts";
import { marketplace } from "../../../../core/shipping/carriers/marketplace/adapter.ts";
import { MANUAL_KIND } from "../../../../core/shipping/carriers/manual/manual-kind.ts";
import { kindsFor } from "../../../../renderer/features/carriers/connections/connection-texts.ts";
import {
  CheckMark,
  CheckWords,
} from "../../../../renderer/features/carriers/marketplaces/CheckResult.tsx";
import { Marketplaces } from "../../../../renderer/features/carriers/marketplaces/Marketplaces.tsx";
import { BalancesThere } from "../../../../renderer/features/money/BalancesThere.tsx";
import { enConnections } from "../../../../renderer/i18n/en-connections.ts";
import { enMarketplaces } from "../../../../renderer/i18n/en-marketplaces.ts";
import { markupOf, textOf } from "../../render.ts";

const PAZAR: Marketplace = {
  accountID: "019ad0bd-0000-7000-8000-000000000001",
  name: "Pazar",
  host: "pazar.test",
  isActive: true,
  isTest: false,
  asks: "off",
  balance: null,
  problem: "",
};

function sectionOf(change: Partial<Marketplace>, kinds = [marketplace]): string {
  return textOf(
    markupOf(
      Marketplaces,
      { kinds, left: null, onConnection: () => undefined },
      { drafts: {}, marketplaces: [{ ...PAZAR, ...change }] },
    ),
  );
}

describe("the marketplaces in Settings", () => {
  it("say what is sent where once a marketplace is asked, and that nothing is while it is not", () => {
    expect(sectionOf({})).toContain("nothing about an order is sent to pazar.test");
    expect(sectionOf({ asks: "always" })).toContain(
      "Asking sends the recipient’s name, address and phone, and what is in the parcel, to pazar.test.",
    );
  });

  it("show when a marketplace is asked, and no form, to a member who may not connect accounts", () => {
    const text = sectionOf({ asks: "onDemand" }, []);
    expect(text).toContain("Ask for prices: Only when I ask.");
    expect(text).not.toContain("Connect a marketplace");
  });

  it("have words for each field and choice of the kind", () => {
    const { fields } = marketplace;
    expect([
      fields.filter(({ name }) => !(name in enMarketplaces.fields)),
      fields
        .flatMap(({ values = [] }) => values)
        .filter((value) => !(value in enConnections.connections.values)),
    ]).toEqual([[], []]);
  });

  it("give the page of a marketplace's connection no other kind", () => {
    const kinds = [MANUAL_KIND, marketplace];
    expect([
      kindsFor(kinds, "MARKETPLACE").map(({ kind }) => kind),
      kindsFor(kinds, "ARAS").map(({ kind }) => kind),
    ]).toEqual([["marketplace"], ["manual"]]);
  });
});

describe("the check of a marketplace", () => {
  const pageOf = (tested: ConnectionTest): string =>
    `${textOf(markupOf(CheckMark, { tested, name: "Pazar" }))} ${textOf(markupOf(CheckWords, { tested }))}`.trim();

  it("that accepts the token, and has no warning, shows only the acceptance", () => {
    const words = say("accepted", { name: "Pazar", organization: "Ada", balance: "5.00 TL" });
    expect(pageOf({ result: "accepted", words })).toBe("Pazar accepts the token.");
  });

  it("shows what a person should look at although the token is accepted", () => {
    const accepted = say("accepted", { name: "Pazar", organization: "Ada", balance: "5.00 USD" });
    const words = [accepted, say("currency", { currency: "USD" }), say("clock", { minutes: 9 })];
    const text = pageOf({ result: "accepted", words: words.join("\n") });
    expect(text).toContain("Pazar accepts the token, but look at this:");
    expect(text).toContain("Its prices are in USD, so its offers are not shown here.");
    expect(text).toContain("by 9 minutes; set the wrong one.");
  });

  it("does not say that a server which answered with a web page did not answer", () => {
    const words = say("webPage", { name: "Pazar", status: 200 });
    expect(pageOf({ result: "unreachable", words })).toBe(`Pazar could not be checked. ${words}`);
  });
});

describe("a balance at a marketplace", () => {
  it("is shown with its name, amount and age, and with the reason why it is old", () => {
    const balance = {
      organization: "Ada",
      amount: "1234.50",
      debt: "0.00",
      currency: "TL",
      at: new Date(Date.now() - 125_000).toISOString(),
    };
    const problem = "Pazar did not answer.";
    const text = textOf(
      markupOf(BalancesThere, {}, { marketplaces: [{ ...PAZAR, balance, problem }] }),
    );
    expect(text).toContain("Pazar 1,234.50 TL , 2 minutes ago");
    expect(text).toContain(problem);
  });

  it("has no place in Money without a marketplace", () => {
    expect(markupOf(BalancesThere, {}, { marketplaces: [] })).toBe("");
  });
});
