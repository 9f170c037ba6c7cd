/** A station is lost, and the founding station revokes it at the organization's own nats-server. */
import { afterEach, describe, expect, it } from "vitest";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { sharedAt } from "../core/fulfilment/shared-printers/shared-desks.ts";
import { until } from "../helpers/bare-nats.ts";
import { deskAtHub } from "../helpers/desk-at-hub.ts";
import { headlessStations } from "../helpers/headless.ts";
import { credentialsFile, makeStreams, whyNoHub } from "../helpers/hub.ts";
import { joined, killed, makeShipment, type JoinedStation } from "../helpers/joined-stations.ts";
import { ownOperator, startServer } from "../helpers/nats-server.ts";
import { shipmentWithOffers } from "../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const idOf = async (station: JoinedStation): Promise<string> =>
  (await station.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
const leased = (status: SyncStatus): number =>
  status.stations.reduce((sum, { lease }) => sum + Number(lease), 0);

/**
 * Starts an own nats-server with its streams, and a station that has joined it.
 *
 * @returns The server with its operator and address, and the station as `a`.
 */
async function founded() {
  const operator = ownOperator();
  const server = await startServer(operator.config);
  const url = `nats://127.0.0.1:${server.port}`;
  await makeStreams(url, credentialsFile(operator.credentials));
  const a = await deskAtHub();
  expect(
    await a.desk("POST", "/station/sync/join-server", {
      servers: [url],
      credentials: operator.credentials,
    }),
  ).toMatchObject({ status: 200 });
  await a.startedAgain(1);
  return { operator, server, url, a };
}

describe.skipIf(whyNoHub !== undefined)(
  "a lost station at the organization's own nats-server",
  { tags: "all", timeout: 180_000 },
  () => {
    it("a lost station is revoked by the founding station, stays cut off, and leaves its money and orders to the others", async () => {
      const { operator, server, url, a } = await founded();
      const [third, lostUser] = [operator.addUser("desk-3"), operator.addUser("desk-2")];
      const b = await joined(stations, [
        "--join-server",
        url,
        "--credentials",
        credentialsFile(third.credentials),
        "--demo",
      ]);
      const lost = await joined(stations, [
        "--join-server",
        url,
        "--credentials",
        credentialsFile(lostUser.credentials),
        "--demo",
      ]);
      await until(
        "all stations have a share of the balance",
        async () =>
          (await a.status()).stations.filter(({ lease }) => Number(lease) > 0).length === 3,
        30_000,
      );
      const id = await idOf(lost);
      const bought = await makeShipment(lost);
      await lost.call("/transactions", { offerID: bought.offers.cheapest.id });
      const waiting = await makeShipment(lost);
      await lost.call("/station/printers", {
        name: "Zebra",
        driver: "tcp",
        host: "127.0.0.1",
        port: 9,
        isShared: true,
      });
      const shared = async (): Promise<string[]> => (await sharedAt(b)).map(({ name }) => name);
      await until(
        "the lost station's shared printer is listed",
        async () => (await shared()).length === 1,
        20_000,
      );
      await until(
        "the other stations have the lost station's work",
        async () =>
          (await b.call<{ id: string; statusCode: string }[]>("/shipments")).filter(
            ({ statusCode }) =>
              statusCode === "TRACKING_CODE_CREATED" || statusCode === "GOT_OFFERS",
          ).length === 2,
        20_000,
      );
      expect([(await a.status()).hub, (await b.status()).hub]).toMatchObject([
        { isOwnServer: true, mayManage: true },
        { isOwnServer: true, mayManage: false },
      ]);

      const revoke = (): ReturnType<typeof a.desk> =>
        a.desk("POST", `/station/sync/stations/${id}/revoke`);
      const user = `user "desk-2" (${lostUser.key}) of the account ${operator.account}`;
      expect(await revoke()).toMatchObject({
        status: 409,
        code: "E2151",
        message: expect.stringContaining(user),
      });
      expect(await a.desk("POST", "/station/sync/stations/nobody/revoke")).toMatchObject({
        status: 409,
        code: "E2140",
        message: expect.stringContaining("no station"),
      });
      server.reload(operator.without(lostUser.key));
      await until(
        "the lost station is cut off",
        async () => (await lost.status()).state === "cut off",
        20_000,
      );
      await until(
        "the lost station has been gone for half a minute",
        async () => (await revoke()).status === 200,
        60_000,
      );
      const status = await a.status();
      expect([status.stations.some((one) => one.id === id), status.conflicts]).toEqual([
        false,
        [
          expect.objectContaining({
            kind: "user left",
            subjectID: id,
            message: expect.stringContaining(user),
          }),
        ],
      ]);
      expect((await revoke()).status).toBe(200); // A second revocation changes nothing.

      await until(
        "the lost station's order can be bought elsewhere",
        async () =>
          b.call("/transactions", { offerID: waiting.offers.cheapest.id }).then(
            () => true,
            () => false,
          ),
        30_000,
      );
      await until(
        "the other station no longer lists the lost station",
        async () => (await b.status()).stations.every((one) => one.id !== id),
        20_000,
      );
      await until(
        "the lost station's printer is no longer listed",
        async () => (await shared()).length === 0,
        20_000,
      );
      const balance = Number((await b.call<{ balance: string }[]>("/organizations"))[0]?.balance);
      // The two remaining stations may spend the balance, and never more than it.
      let leftOver = balance;
      await until(
        "the stations' shares are at most the balance",
        async () => (leftOver = balance - leased(await a.status())) >= -0.001,
        20_000,
      );
      expect(leftOver).toBeLessThan(balance);
      const offer = await shipmentWithOffers(a.now);
      expect(
        (await a.now.call("POST", "/transactions", { offerID: offer.offers?.cheapest?.id })).status,
      ).toBe(201);
      expect((await lost.status()).state).toBe("cut off");
      await killed(lost);
    });

    it("a station revoked while its user still exists comes back with its data, can spend again, and spends nothing twice", async () => {
      const { operator, url, a } = await founded();
      const lost = await joined(stations, [
        "--join-server",
        url,
        "--credentials",
        credentialsFile(operator.addUser("desk-2").credentials),
        "--demo",
      ]);
      await until(
        "both stations have a share of the balance",
        async () =>
          (await a.status()).stations.filter(({ lease }) => Number(lease) > 0).length === 2,
        30_000,
      );
      const id = await idOf(lost);
      const bought = await makeShipment(lost);
      await lost.call("/transactions", { offerID: bought.offers.cheapest.id });
      await until(
        "the server has all of the station's work",
        async () => (await lost.status()).waiting === 0,
      );
      await killed(lost);
      await until(
        "the station is revoked",
        async () => (await a.desk("POST", `/station/sync/stations/${id}/revoke`)).status === 200,
        60_000,
      );
      const back = await joined(stations, ["--demo"], lost.folder);
      await until(
        "the station is listed again, and no reminder is left",
        async () => {
          const { stations: there, conflicts } = await a.status();
          return there.some((one) => one.id === id) && conflicts.length === 0;
        },
        30_000,
      );
      await until(
        "the station can spend again",
        async () => Number((await back.status()).stations.find(({ isThis }) => isThis)?.lease) > 0,
        20_000,
      );
      await back.call("/transactions", { offerID: (await makeShipment(back)).offers.cheapest.id });
      await until(
        "the other station has the purchase",
        async () =>
          (await a.desk<{ statusCode: string }[]>("GET", "/shipments")).data.filter(
            ({ statusCode }) => statusCode === "TRACKING_CODE_CREATED",
          ).length === 2,
        20_000,
      );
      const balance = Number(
        (await back.call<{ balance: string }[]>("/organizations"))[0]?.balance,
      );
      await until(
        "the stations' shares are at most the balance",
        async () => leased(await a.status()) <= balance + 0.001,
        20_000,
      );
    });
  },
);
