import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { parcel, senderOf, station, type Station } from "../../../helpers/station.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const asked: string[] = [];
const shop = createServer((request, response) => {
  asked.push(request.url ?? "");
  if (request.url === "/moved.png")
    return void response.writeHead(302, { location: "/cup.png" }).end();
  if (request.url === "/inwards.png")
    return void response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
  if (request.url === "/page.png") return void response.end("<svg onload='x'/>");
  if (request.url === "/large.png")
    return void response.end(Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
  response.end(PNG);
});
beforeAll(() => new Promise<void>((listening) => shop.listen(0, "127.0.0.1", listening)));
afterAll(() => shop.close());

const addressOf = (path: string): string =>
  `http://127.0.0.1:${(shop.address() as AddressInfo).port}${path}`;
const ALLOWED = { settings: { pictureTargets: { loopback: true } } };

async function pictureOf(s: Station, imageURL: string) {
  await senderOf(s);
  const { data } = await s.desk<Shipment>(
    "POST",
    "/shipments",
    parcel({ items: [{ title: "Kupa", imageURL }] }),
  );
  const path = `/station/shipments/${data.id}/items/${data.items[0]?.id}/picture`;
  return { ask: () => s.desk<{ dataURL: string }>("GET", path) };
}

describe("the picture of an item", () => {
  it("a picture is fetched once from its shop, also through a redirect, and then comes from memory", async () => {
    const s = await station(ALLOWED);
    const picture = await pictureOf(s, addressOf("/moved.png"));
    asked.length = 0;
    const answers = await Promise.all([picture.ask(), picture.ask()]);
    answers.push(await picture.ask());
    expect(answers.map(({ data }) => data.dataURL)).toEqual(
      Array(3).fill(`data:image/png;base64,${PNG.toString("base64")}`),
    );
    expect(asked).toEqual(["/moved.png", "/cup.png"]);
  });

  it.each([
    ["a file that is no picture", "/page.png"],
    ["a file above 3 MB", "/large.png"],
    ["a redirect to a cloud's metadata", "/inwards.png"],
  ])("%s is E2080 as a picture, and the next request does not fetch it again", async (_, path) => {
    const s = await station(ALLOWED);
    const picture = await pictureOf(s, addressOf(path));
    asked.length = 0;
    expect([(await picture.ask()).code, (await picture.ask()).code, asked]).toEqual([
      "E2080",
      "E2080",
      [path],
    ]);
  });

  it("a picture is never fetched from this machine or its network unless the settings allow it", async () => {
    const s = await station();
    asked.length = 0;
    const codes = [];
    for (const url of [
      addressOf("/cup.png"),
      addressOf("/cup.png").replace("127.0.0.1", "localhost"),
      "http://10.0.0.1/cup.png",
      "file:///etc/passwd",
      "",
    ])
      codes.push((await (await pictureOf(s, url)).ask()).code);
    expect([codes, asked]).toEqual([Array(5).fill("E2080"), []]);
  });
});
