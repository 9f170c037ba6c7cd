/**
 * Replays recorded requests of programs in six languages as bytes, and reads each answer as that
 * program reads it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  boughtShipment,
  lastingStation,
  senderOf,
  shipmentWithOffers,
  type Station,
} from "../helpers/station.ts";
import { FIXTURES, type Fixture } from "./fixtures.ts";
import { send } from "./raw-http.ts";

const KINDS: Readonly<Record<Fixture["reads"][string], (v: unknown) => boolean>> = {
  text: (v) => typeof v === "string",
  filled: (v) => typeof v === "string" && v !== "",
  number: (v) => typeof v === "number",
  list: Array.isArray,
  true: (v) => v === true,
  false: (v) => v === false,
  null: (v) => v === null,
  object: (v) => typeof v === "object" && v !== null,
};

function at(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      answer,
    );
}

function bytesOf(
  { request, body, chunked }: Fixture,
  fill: (text: string) => string,
): (string | Buffer)[] {
  if (body === undefined) return [fill(request)];
  const filled = fill(body);
  const length = Buffer.byteLength(filled);
  if (chunked !== true) return [fill(request).replace("{length}", String(length)), filled];
  // Sends two chunks, cut inside the text as a buffer would cut it.
  const whole = Buffer.from(filled);
  const cut = Math.floor(length / 2);
  const chunk = (part: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]);
  return [fill(request), chunk(whole.subarray(0, cut)), chunk(whole.subarray(cut)), "0\r\n\r\n"];
}

describe("recorded requests", () => {
  let s: Station;
  let fill: (text: string) => string;

  beforeAll(async () => {
    s = await lastingStation();
    const [open, unbought, bought] = [
      await shipmentWithOffers(s),
      await shipmentWithOffers(s),
      (await boughtShipment(s, { test: true })).shipment,
    ];
    const values: Record<string, string> = {
      "{host}": new URL(s.url).host,
      "{token}": s.started.token ?? "",
      "<shipmentID>": open.id,
      "<unboughtID>": unbought.id,
      "<boughtID>": bought.id,
      "<offerID>": open.offers?.cheapest?.id ?? "",
      "<senderID>": await senderOf(s),
      "<organizationID>": s.started.organizationID,
    };
    fill = (text) =>
      Object.entries(values).reduce((t, [name, value]) => t.replaceAll(name, value), text);
  });
  afterAll(() => s.stop());

  it.each(FIXTURES.map((f) => [f.from, f] as const))(
    "a recorded request is answered as its program reads it: %s",
    async (_, fixture) => {
      const answer = await send(s.url, bytesOf(fixture, fill));
      const body = JSON.parse(answer.text) as Record<string, unknown>;
      const wrong = Object.entries(fixture.reads).filter(
        ([path, kind]) => !KINDS[kind](at(body, path)),
      );
      expect(
        [
          answer.status,
          wrong.map(([path, kind]) => `${path}: ${kind}`),
          (fixture.lacks ?? []).filter((name) => Object.hasOwn(body, name)),
        ],
        answer.text.slice(0, 400),
      ).toEqual([fixture.status, [], []]);
      expect([
        answer.headers["content-type"]?.startsWith("application/json"),
        answer.continued,
      ]).toEqual([true, fixture.request.includes("100-continue")]);
    },
  );
});
