import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { callCourier } from "./client.ts";

it("a redirect of the courier is an unknown outcome, even with a JSON body", async () => {
  const server = createServer((_request, response) =>
    response.writeHead(302, { location: "/elsewhere" }).end("{}"),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const outcome = await callCourier(
    { url: `http://127.0.0.1:${port}`, token: "courier" },
    { method: "GET", path: "/quotes" },
    AbortSignal.timeout(5_000),
  );
  expect(outcome).toMatchObject({
    outcome: "unknown",
    cause: expect.stringContaining("The courier answered 302."),
  });
});
