import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request, type RequestOptions } from "node:https";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { generate } from "selfsigned";
import { expect, it } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { ApiAccess } from "../../../core/station/api-access.schema.ts";
import { ownCertificate } from "../../../core/station/certificates.ts";
import { keySecrets } from "../../../core/station/secrets.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { boughtShipment, station, trueTime, type Station } from "../../helpers/station.ts";

const world = { now: trueTime };
const EVERY = { listen: "0.0.0.0", securePort: 0, world };

/**
 * Makes one call by TLS.
 *
 * @returns The status and body, or the error's code.
 */
async function securely(
  options: RequestOptions,
): Promise<{ status: number; body: string } | string> {
  return new Promise((resolve) => {
    const call = request(
      { host: "127.0.0.1", path: "/api/v1/cities?countryCode=TR", agent: false, ...options },
      (response) => {
        let body = "";
        response
          .on("data", (chunk: Buffer) => (body += chunk.toString()))
          .on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    call.on("error", (error: Error & { code?: string }) => resolve(error.code ?? error.message));
    call.end();
  });
}

const accessOf = async (s: Station): Promise<ApiAccess> =>
  (await s.desk<ApiAccess>("GET", "/station/api-access")).data;
const securePort = async (s: Station): Promise<number> =>
  Number(new URL((await accessOf(s)).secureUrls[0] ?? "").port);
const authorityOf = async (s: Station): Promise<Buffer> =>
  readFileSync((await accessOf(s)).certificate?.authorityFile ?? "");
const lanAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === "IPv4")?.address;

it("beyond loopback the station answers only by TLS with its own certificate, to callers that have its authority's file", async () => {
  const s = await station(EVERY);
  const port = await securePort(s);
  const ca = await authorityOf(s);
  expect(await securely({ port, ca })).toMatchObject({ status: 200 });
  expect(await securely({ port })).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/);
  expect(
    await securely({ port, ca, servername: "localhost", headers: { host: "evil.example" } }),
  ).toMatchObject({ status: 403 });
  expect(
    await securely({
      port,
      ca,
      headers: { authorization: "Bearer no" },
      path: "/api/v1/shipments",
    }),
  ).toMatchObject({ status: 401 });
  const address = lanAddress();
  if (address !== undefined)
    expect(await securely({ host: address, port, ca })).toMatchObject({ status: 200 });
});

it("programs of this machine continue to use plain HTTP on loopback, where the certificate's names are not served", async () => {
  const s = await station(EVERY);
  expect((await s.call("GET", "/cities?countryCode=TR")).status).toBe(200);
  const address = lanAddress() ?? "10.1.2.3";
  const { port } = new URL(s.url);
  const status = await new Promise((resolve) =>
    httpRequest(
      { host: "127.0.0.1", port, path: "/api/v1/cities", headers: { host: address } },
      (response) => resolve(response.resume().statusCode),
    ).end(),
  );
  expect(status).toBe(403);
});

it("plain HTTP at the TLS port is closed within two seconds, without the requested answer", async () => {
  const s = await station(EVERY);
  const port = await securePort(s);
  const began = performance.now();
  const got = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("GET /api/v1/cities HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    );
    socket
      .on("data", (chunk) => (text += chunk.toString("latin1")))
      .on("error", () => {})
      .on("close", () => resolve(text));
  });
  expect(got).not.toContain("HTTP/1.1 200");
  expect(performance.now() - began).toBeLessThan(2_000);
});

it("links in answers and the origin of the station's own pages are https for a call by TLS", async () => {
  const s = await station(EVERY);
  const { shipment } = await boughtShipment(s);
  const [port, ca] = [await securePort(s), await authorityOf(s)];
  const origin = `https://127.0.0.1:${port}`;
  const call = (path: string, from: string): ReturnType<typeof securely> =>
    securely({
      port,
      ca,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${s.started.token}`, origin: from },
    });
  const answer = await call(`/shipments/${shipment.id}`, origin);
  expect(answer).toMatchObject({ status: 200 });
  const { data } = JSON.parse((answer as { body: string }).body) as { data: Shipment };
  expect(new URL(data.labelURL).origin).toBe(origin);
  const link = { port, ca, path: new URL(data.labelURL).pathname };
  expect(await securely(link)).toMatchObject({ status: 200 });
  expect(await call("/cities", origin.replace("https", "http"))).toMatchObject({ status: 403 });
});

it("an old TLS version is rejected, and a body that is too large is answered 413 over TLS too", async () => {
  const s = await station(EVERY);
  const [port, ca] = [await securePort(s), await authorityOf(s)];
  expect(await securely({ port, ca, maxVersion: "TLSv1.1", minVersion: "TLSv1" })).toMatch(
    /^(ERR_SSL|EPROTO|ECONNRESET)/,
  );
  const large = await new Promise<number | undefined>((resolve) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        ca,
        agent: false,
        method: "POST",
        path: "/api/v1/shipments",
        headers: {
          authorization: `Bearer ${s.started.token}`,
          "content-type": "application/json",
          "content-length": 3_000_000,
        },
      },
      (response) => resolve(response.resume().statusCode),
    );
    call.on("error", () => resolve(undefined));
    call.write("{");
  });
  expect(large).toBe(413);
});

it("listening on loopback opens no TLS port, and an address of another machine is rejected with the reason", async () => {
  const s = await station({ listen: "127.0.0.1", securePort: 0, world });
  expect(await accessOf(s)).toMatchObject({ secureUrls: [], certificate: null });
  await expect(station({ listen: "203.0.113.9", securePort: 0, world })).rejects.toThrow(
    "203.0.113.9 is not an address of this machine",
  );
});

it("a provided certificate is used with its names, and a key that is unreadable or does not fit the certificate is rejected with the reason", async () => {
  const folder = temporaryFolder();
  const made = await generate([{ name: "commonName", value: "desk.example" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "*.desks.example" }] }],
  });
  const [certFile, keyFile, wrongFile] = ["cert.pem", "key.pem", "wrong.pem"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(certFile, made.cert);
  writeFileSync(keyFile, made.private);
  writeFileSync(wrongFile, (await generate([], { keyType: "ec" })).private);
  const s = await station({ ...EVERY, tls: { certFile, keyFile } });
  const port = await securePort(s);
  const call = (host: string): ReturnType<typeof securely> =>
    securely({ port, ca: made.cert, servername: "one.desks.example", headers: { host } });
  expect([
    await call("one.desks.example"),
    await call("two.one.desks.example"),
    await call("desks.example"),
  ]).toMatchObject([{ status: 200 }, { status: 403 }, { status: 403 }]);
  await expect(station({ ...EVERY, tls: { certFile, keyFile: wrongFile } })).rejects.toThrow(
    "do not fit each other",
  );
  await expect(
    station({ ...EVERY, tls: { certFile, keyFile: join(folder, "none.pem") } }),
  ).rejects.toThrow("cannot be read");
});

it("the station renews its certificate under the same authority a month before its end or when a name is added, with all keys sealed", async () => {
  const folder = temporaryFolder();
  const secrets = keySecrets(Buffer.alloc(32, 7), "file");
  const at = (iso: string, names: readonly string[]) =>
    ownCertificate({ folder, secrets, now: new Date(iso) }, names);
  const first = await at("2026-01-01T00:00:00Z", ["localhost", "10.0.0.5"]);
  const same = await at("2026-12-31T00:00:00Z", ["localhost", "10.0.0.5"]);
  const later = await at("2027-01-10T00:00:00Z", ["localhost", "10.0.0.5"]);
  const named = await at("2027-01-11T00:00:00Z", ["localhost", "10.0.0.6"]);
  expect([
    same.identity.cert === first.identity.cert,
    later.identity.cert === first.identity.cert,
    named.identity.cert === later.identity.cert,
  ]).toEqual([true, false, false]);
  expect(new Set([first, same, later, named].map(({ authority }) => authority)).size).toBe(1);
  for (const { identity, authority } of [first, later, named])
    expect(
      new X509Certificate(identity.cert).verify(new X509Certificate(authority).publicKey),
    ).toBe(true);
  const kept = readFileSync(join(folder, "certificates.json"), "utf8");
  expect([
    kept.includes("PRIVATE KEY"),
    statSync(join(folder, "certificates.json")).mode & 0o777,
  ]).toEqual([false, 0o600]);
});

it.runIf(hasCurl())("curl accepts the certificate with the authority's file", async () => {
  const s = await station(EVERY);
  const { certificate } = await accessOf(s);
  const port = await securePort(s);
  const { execFile } = await import("node:child_process");
  const status = await new Promise((resolve, reject) =>
    execFile(
      "curl",
      [
        "-s",
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "--cacert",
        certificate?.authorityFile ?? "",
        `https://localhost:${port}/api/v1/cities?countryCode=TR`,
      ],
      (error, out) => (error ? reject(error) : resolve(out)),
    ),
  );
  expect(status).toBe("200");
});

function hasCurl(): boolean {
  try {
    return execFileSync("curl", ["--version"], { encoding: "utf8" }).includes("https");
  } catch {
    return false;
  }
}
