import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createLogOptions, type LogLevel } from "../../../core/base/log.ts";
import { openLogFile } from "../../../core/base/log-file.ts";
import { boughtShipment, station, temporaryFolder, type Station } from "../../helpers/station.ts";
import { TABLE } from "../../walls/access-table.ts";
import { fillIn } from "../../walls/things.ts";
import { instantLabels } from "../printing/a-printer.ts";

type Line = {
  msg: string;
  requestID: string;
  route: string;
  status: number;
  ms: number;
  stages: Record<string, number>;
  organizationID?: string;
  caller?: string;
};

/** Routes that answer for longer than the test runs. */
const NOT_CALLED = /events$|integrity/;

async function logged(
  run: (s: Station) => Promise<unknown>,
  level: LogLevel = "info",
): Promise<{ lines: Line[]; text: string }> {
  const texts: string[] = [];
  const log = pino(createLogOptions(level), { write: (text: string) => void texts.push(text) });
  const s = await station({
    log,
    logEveryRequest: level === "debug",
    settings: { rateLimit: null },
    world: { labels: instantLabels },
  });
  await run(s);
  await s.stop();
  return {
    lines: texts.map((text) => JSON.parse(text) as Line).filter(({ msg }) => msg === "request"),
    text: texts.join(""),
  };
}

it("a call that changes something is logged in one line with its id, route, status, times and caller", async () => {
  let given = "";
  const { lines } = await logged(async (s) => {
    const { id } = (await boughtShipment(s)).shipment;
    const answer = await s.call("DELETE", `/shipments/${id}?x=1`, undefined, {
      "x-request-id": "erp-2026-0001",
    });
    given = answer.headers.get("x-request-id") ?? "";
  });
  expect(given).toBe("erp-2026-0001");
  expect(lines.map(({ route, status }) => `${route} ${status}`)).toEqual(
    [
      "POST /api/v1/shipments 200",
      "POST /api/v1/transactions 201",
      "DELETE /api/v1/shipments/:shipmentID 200",
    ].map((line) => expect.stringMatching(line.replace(/20\d$/, "20\\d")) as string),
  );
  const [, bought, cancelled] = lines;
  expect(cancelled?.requestID).toBe("erp-2026-0001");
  expect(bought).toMatchObject({
    organizationID: expect.any(String) as string,
    caller: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
  const { stages = {}, ms = 0 } = bought ?? {};
  expect(Object.keys(stages)).toEqual(["identity", "body", "run", "commit", "answer"]);
  expect(Object.values(stages).reduce((sum, one) => sum + one, 0)).toBeCloseTo(ms, 0);
  expect(Object.values(stages).every((one) => one >= 0)).toBe(true);
});

it("a caller's unacceptable X-Request-Id is replaced, and a call with an unknown token is logged too", async () => {
  const ids: string[] = [];
  const { lines } = await logged(async (s) => {
    for (const id of ["Çağla Şimşek", "a@b.test-1", "x".repeat(65), "abcdefgh", "1"]) {
      const answer = await fetch(`${s.url}/shipments`, {
        headers: { "x-request-id": encodeURIComponent(id), authorization: "Bearer none" },
      });
      await answer.text();
      ids.push(answer.headers.get("x-request-id") ?? "");
    }
  });
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  expect(lines.map(({ status, route }) => [status, route])).toEqual(
    ids.map(() => [401, "GET /api/v1/shipments"]),
  );
});

it("a successful quick read is logged only if the log level includes everything", async () => {
  const look = (s: Station): Promise<unknown> => s.call("GET", "/shipments");
  expect((await logged(look)).lines.filter(({ ms }) => ms < 250)).toEqual([]);
  expect((await logged(look, "debug")).lines).toHaveLength(1);
});

it("after a call of every route the log contains no name, e-mail address, phone number or street from the call's path, query or body", async () => {
  const planted = ["Zumrudanka", "Kilincarslan", "zumrud@tekil.test", "5559876501", "Essizcesme"];
  const person = {
    name: "Zumrudanka Kilincarslan",
    email: "zumrud@tekil.test",
    phone: "+905559876501",
    address1: "Essizcesme Sokak 77",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  };
  const folder = temporaryFolder();
  const file = openLogFile(folder);
  const { text, lines } = await logged(async (s) => {
    await boughtShipment(s, {
      recipientAddress: person,
      order: { orderNumber: "Z1", notes: "Zumrudanka" },
    });
    let searched: Promise<unknown> | undefined;
    for (const [route, row] of Object.entries(TABLE)) {
      const [method = "GET"] = route.split(" ");
      if (NOT_CALLED.test(route)) continue;
      const { path, body } = await fillIn(s, row);
      const full = `${s.url}${path}${path.includes("?") ? "&" : "?"}filter=Zumrudanka&search=Kilincarslan&text=5559876501`;
      const sent =
        method === "GET"
          ? {}
          : {
              body: JSON.stringify({
                ...(typeof body === "object" ? body : {}),
                recipientAddress: person,
                name: person.name,
                notes: person.name,
                text: person.address1,
              }),
            };
      const answered = fetch(full, {
        method,
        headers: { authorization: `Bearer ${s.started.token}`, "content-type": "application/json" },
        ...sent,
      }).then((answer) => answer.arrayBuffer());
      // This route listens to the network for seconds, so the other routes are called meanwhile.
      if (route.endsWith("/printers/search")) searched = answered;
      else await answered;
    }
    await searched;
  }, "debug");
  file.write(text);
  await file.close();
  const bytes = readFileSync(join(folder, "packbench.log"), "utf8");
  const routes = new Set(lines.map(({ route }) => route));
  const called = Object.keys(TABLE).filter((route) => !NOT_CALLED.test(route));
  expect(called.filter((route) => !routes.has(route.replace(" ", " /api/v1")))).toEqual([]);
  expect(planted.filter((one) => bytes.includes(one))).toEqual([]);
});
