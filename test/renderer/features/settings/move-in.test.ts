import { afterEach, describe, expect, it } from "vitest";
import type { DeskFacts } from "../../../../core/station/station.schema.ts";
import type { MoveIn, MoveInQuestion } from "../../../../core/station/move-in/move-in.schema.ts";
import { MoveInBox, MoveIns } from "../../../../renderer/features/settings/move-in/MoveInBox.tsx";
import { ForAll } from "../../../../renderer/features/settings/move-in/MoveInForAll.tsx";
import { Questions } from "../../../../renderer/features/settings/move-in/MoveInQuestions.tsx";
import { showLanguage } from "../../../../renderer/i18n/i18n.ts";
import { FACTS, markupOf, textOf } from "../../render.ts";

afterEach(() => showLanguage("en"));

const MOVE: MoveIn = {
  accountID: "019ad0bd-0000-7000-8000-000000000001",
  name: "Pazar",
  url: "https://pazar.test/api/v1",
  host: "pazar.test",
  createdAt: "2026-11-30T08:00:00.000Z",
  updatedAt: "2026-11-30T09:00:00.000Z",
  state: "RUNNING",
  readAt: null,
  round: 1,
  reading: { kind: "shipments", done: 120, total: 4_000 },
  problem: "",
  counts: [
    {
      kind: "shipments",
      read: 120,
      taken: 110,
      changed: 2,
      alike: 5,
      leftOut: [{ reason: "number", n: 3 }],
    },
  ],
  questions: 0,
  openQuestions: [],
};

function pageOf(change: Partial<MoveIn>, part = {}): string {
  const moves = [{ ...MOVE, ...change }];
  return textOf(
    markupOf(MoveIns, { moves, reload: () => Promise.resolve() }, { drafts: {}, ...part }),
  );
}

describe("a move from another server", () => {
  it("shows what is read now, its counts, and why rows were left out", () => {
    const text = pageOf({});
    expect(text).toContain("Move from pazar.test Reading: Shipments 120 of 4,000");
    expect(text).toContain("Shipments 120 110 2 5 3: the number is used here");
    expect(text).toContain("Pause We have moved");
    expect(text).not.toContain("Start the move");
  });

  it("says when everything was read last, also while it is read again, in both languages", async () => {
    expect(pageOf({})).not.toContain("Everything was read");
    const readAt = "2026-11-30T08:30:00.000Z";
    const words = /Everything was read,? (last )?(.*? 11:30)/;
    const [read, again, paused] = [
      pageOf({ state: "READ", readAt }),
      pageOf({ round: 2, readAt }),
      pageOf({ state: "PAUSED", round: 2, readAt }),
    ];
    expect([read, again, paused].every((text) => words.test(text))).toBe(true);
    expect(again).toContain("Reading: Shipments");
    await showLanguage("tr");
    expect(pageOf({ round: 2, readAt })).toMatch(/Tümü en son okundu: .*11:30/);
  });

  it("shows the problem of a paused move, and takes another token for it", () => {
    const text = pageOf({ state: "PAUSED", problem: "The token is not valid there." });
    expect(text).toContain("Paused. Nothing is read now. The token is not valid there.");
    expect(text).toContain("Continue with another token");
    expect(text).toContain("create a new one at https://pazar.test/api/v1 and enter it");
    expect(text).not.toContain("Address of the server");
    expect(pageOf({ state: "PAUSED" })).not.toContain("Continue with another token");
  });

  it("shows no English sentence on a Turkish screen", async () => {
    await showLanguage("tr");
    const text = pageOf({ state: "PAUSED", problem: "The token is not valid there." });
    expect(text).not.toContain("The token");
    expect(text).toContain("Sunucu bu bilgilerle okunamıyor.");
  });

  it("says which lists the server did not give, why, and what to do", () => {
    const row = { kind: "members", read: 0, taken: 0, changed: 0, alike: 0 } as const;
    const counts = [{ ...row, leftOut: [{ reason: "noRight", n: 1 } as const] }];
    const text = pageOf({ state: "READ", counts });
    expect(text).toContain("Read without Members,");
    expect(text).not.toContain("Everything was read");
    expect(text).toContain("Members 0 0 0 0 not read: the token lacks the right. Give it that");
  });

  it("says before its start that price lists do not come", () => {
    expect(pageOf({ state: "MOVED" })).toContain("Price lists cannot be read from there");
  });

  it("leaves room for the next move after it has ended", () => {
    const text = pageOf({ state: "MOVED" });
    expect(text).toContain("Moved from pazar.test");
    expect(text).toContain("Start the move");
    expect(text).not.toContain("We have moved");
  });

  it("is not offered at a station that has joined others", () => {
    const text = pageOf({ state: "MOVED" }, { sync: { state: "in sync" } });
    expect(text).toContain("This station has joined others.");
    expect(text).not.toContain("Start the move");
  });

  it("is not shown to a member without the rights of an admin", () => {
    const member = { ...FACTS.member, role: "user" };
    const facts = { ...FACTS, member } as DeskFacts;
    expect(markupOf(MoveInBox, {}, { desk: { step: "ready", facts } })).toBe("");
  });
});

describe("the questions of a move", () => {
  const asked = (question: Partial<MoveInQuestion>): string => {
    const full = { kind: "number", key: "1", text: "7", state: "OPEN", ...question } as const;
    const settle = (): Promise<void> => Promise.resolve();
    const fallback = { current: null };
    return textOf(markupOf(Questions, { questions: [full], open: 3, settle, fallback }));
  };

  it("have the answers that the station takes for their kind", () => {
    expect(asked({})).toContain("Shipment 7 Another shipment here has this number.");
    expect(asked({})).toContain("Give it a new number Leave it");
    expect(asked({ kind: "barcode" })).not.toContain("Give it a new number");
    expect(asked({ kind: "account", text: "Sözleşmemiz" })).toMatch(/Sözleşmemiz .* Done/);
    expect(asked({ kind: "district", text: "Yok / İzmir" })).toContain("Choose a district");
  });

  it("about conflicts of one kind are answered at once where there are several", () => {
    const counts = [
      { kind: "account", n: 3 },
      { kind: "barcode", n: 2 },
      { kind: "boughtHere", n: 1 },
      { kind: "number", n: 40 },
    ] satisfies MoveIn["openQuestions"];
    const text = textOf(markupOf(ForAll, { counts, settle: () => Promise.resolve() }));
    expect(text).toBe(
      "Leave all 2 (same barcode) Give all 40 a new number Leave all 40 (same number)",
    );
    const none = markupOf(ForAll, { counts: counts.slice(2, 3), settle: () => Promise.resolve() });
    expect(none).toBe("");
  });

  it("are counted, and a chosen answer waits for the move", () => {
    const text = asked({ state: "CHOSEN" });
    expect(text).toContain("3 questions for you");
    expect(text).toContain("Chosen; applied by the move More questions follow");
    expect(text).not.toContain("Give it a new number");
  });
});
