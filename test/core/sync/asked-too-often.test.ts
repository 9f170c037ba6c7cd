/** A station that sends endless requests to another. */
import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../../core/base/log.ts";
import { answerQuestions, askStation } from "../../../core/sync/station-requests.ts";
import { bareNats } from "../../helpers/bare-nats.ts";

it("a station that sends endless requests gets answers for a quarter of each second, and another station still gets its answer", async () => {
  const nats = await bareNats();
  onTestFinished(() => nats.stop());
  const [asked, evil, other] = [await nats.connect(), await nats.connect(), await nats.connect()];
  onTestFinished(
    async () => void (await Promise.all([asked, evil, other].map((one) => one.close()))),
  );
  const [to, from] = [randomUUID(), randomUUID()];
  let answered = 0;
  answerQuestions(asked, {
    to,
    kind: "claims",
    mayAsk: () => true,
    log: silentLog,
    answer(_question, asking) {
      if (asking === from) answered += 1;
      for (const end = performance.now() + 1; performance.now() < end;);
      return "yes";
    },
  });
  await asked.flush();
  for (let i = 0; i < 10_000; i++)
    evil.publish(`ask.${to}.${from}.claims`, "", { reply: "_INBOX.none" });
  await evil.flush();
  const began = performance.now();
  const answer = await askStation(other, {
    to,
    from: randomUUID(),
    kind: "claims",
    question: "",
    timeout: 9_000,
  });
  expect(new TextDecoder().decode(answer)).toBe("yes");
  const seconds = Math.ceil((performance.now() - began) / 1_000) + 1;
  expect(answered).toBeLessThanOrEqual(275 * seconds);
});
