/** The caller's token and role are checked when a request is complete, not only when it starts. */
import { request } from "node:http";
import { expect, it } from "vitest";
import { memberWithToken, station, type Station } from "../../helpers/station.ts";

/** Sends the start of a request, runs `meanwhile`, then sends the rest. */
function slowly(
  s: Station,
  token: string,
  path: string,
  parts: readonly [string, string],
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  return new Promise((done, failed) => {
    const call = request(
      `${s.url}${path}`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": parts.join("").length,
        },
      },
      (response) => done(response.resume().statusCode ?? 0),
    );
    call.on("error", failed);
    call.write(parts[0]);
    setTimeout(() => void meanwhile().then(() => call.end(parts[1])), 200);
  });
}

it("a token revoked while its call's body arrives creates no new token, and a member demoted meanwhile configures no printer", async () => {
  const s = await station();
  const made = (await s.desk<{ id: string; token: string }>("POST", "/apitokens", { name: "old" }))
    .data;
  expect(
    await slowly(s, made.token, "/apitokens", ['{"name":', '"afterlife"}'], () =>
      s.desk("DELETE", `/apitokens/${made.id}`),
    ),
  ).toBe(401);
  const admin = memberWithToken(s, "admin");
  const printer = JSON.stringify({ name: "x", driver: "tcp", host: "127.0.0.1", port: 9 });
  expect(
    await slowly(s, admin.token, "/station/printers", [printer.slice(0, 5), printer.slice(5)], () =>
      s.desk("PATCH", `/members/${admin.userID}`, { role: "user" }),
    ),
  ).toBe(403);
  expect((await s.desk<{ name: string }[]>("GET", "/apitokens")).data.map((t) => t.name)).toEqual([
    "Demo",
    "admin",
  ]);
});
