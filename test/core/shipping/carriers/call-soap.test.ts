/** Answers of SOAP services that are too large to be read. */
import { expect, it } from "vitest";
import { callSoap } from "../../../../core/shipping/carriers/call-soap.ts";
import { answeringOutgoing } from "../../../carriers/answering-outgoing.ts";

it("an answer of too many elements is no outcome, and its cause says the bounds", async () => {
  const { outgoing } = answeringOutgoing([
    `<Envelope><Body><askResponse>${"<a/>".repeat(400_000)}</askResponse></Body></Envelope>`,
  ]);
  const outcome = await callSoap(
    outgoing,
    {
      accountID: "account",
      carrier: "Aras",
      namespace: "urn:x",
      operation: "ask",
      action: "",
      url: "https://kargo.ornek.test/ws",
      secrets: [],
      shownFields: [],
      timeoutMs: 1_000,
      fields: [],
    },
    new AbortController().signal,
  );
  expect(outcome).toEqual({
    outcome: "unknown",
    cause:
      "Aras's answer has more than the 4,000,000 characters and 100,000 elements that the station reads.",
  });
});
