/** Runs the contracts against every kind of connection, with its simulated carrier over HTTP. */
import { afterAll } from "vitest";
import { instant } from "../../../core/base/units.ts";
import { createOutgoing } from "../../../core/http/outgoing/create-outgoing.ts";
import type { Connection, ConnectionKind } from "../../../core/shipping/carriers/connection.ts";
import {
  SIMULATED,
  startCarrierSimulator,
  type CarrierSimulator,
} from "../../../core/shipping/carriers/simulator/simulator.ts";
import type { SimulatedParcel, Step } from "../../../core/shipping/carriers/simulator/parcels.ts";
import { aras } from "../../../core/shipping/carriers/aras/adapter.ts";
import { barcodeOf } from "../../../core/shipping/carriers/barcode.schema.ts";
import { ptt } from "../../../core/shipping/carriers/ptt/adapter.ts";
import { createDhl } from "../../../core/shipping/carriers/dhl/adapter.ts";
import { yurtici } from "../../../core/shipping/carriers/yurtici/adapter.ts";
import { loadGeo } from "../../../core/shipping/geo/geo.service.ts";
import { RESOURCES } from "../../helpers/folders.ts";
import {
  connectionContract,
  type ConnectionSubject,
  type FailingOperation,
} from "./connection-contract.ts";
import { sellingContract, type SellingOperation, type SellingSubject } from "./selling-contract.ts";

const started: Promise<CarrierSimulator>[] = [];
afterAll(() => Promise.all(started.map(async (simulator) => (await simulator).close())));

type Account = {
  readonly settings?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
};

/** Starts the simulated carrier of a kind, and connects an account to it. */
async function connected(kind: ConnectionKind, account: Account) {
  const simulated = SIMULATED[kind.kind];
  if (simulated === undefined) throw new Error(`${kind.kind} has no simulated carrier`);
  const starting = startCarrierSimulator(simulated(), 0);
  started.push(starting);
  const { urls, pageUrl } = await starting;
  const control = async (what: string, body: unknown): Promise<void> => {
    const { ok, status } = await fetch(`${pageUrl}control/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`the simulator answered ${status} to ${what}`);
  };
  const outgoing = createOutgoing({
    settings: {
      read: () => ({ loopback: true }),
      follow: () => {},
      write: () => {},
      writeAll: () => {},
    },
    origin: () => "",
    now: () => instant("2026-11-21T09:00:00.000Z"),
  });
  const connectionOf = (
    password: string,
    addresses: Readonly<Record<string, string>>,
  ): Connection =>
    kind.create(
      {
        id: "account",
        organizationID: "o",
        name: "Account",
        username: "packbench",
        password,
        settings: { ...account.settings, ...addresses },
        secrets: { queryPassword: password, ...account.secrets },
      },
      outgoing,
    );
  return {
    connection: connectionOf("packbench", urls),
    wrongLogin: connectionOf("another-word", urls),
    gone: connectionOf(
      "packbench",
      Object.fromEntries(Object.keys(urls).map((field) => [field, "http://127.0.0.1:2/"])),
    ),
    control,
    parcels: async (): Promise<readonly SimulatedParcel[]> =>
      ((await (await fetch(`${pageUrl}state`)).json()) as { parcels: SimulatedParcel[] }).parcels,
    move: (code: string, step: Step, at?: string) => control("move", { code, step, at }),
    calls: () => outgoing.listCalls("account"),
  };
}

/** Makes the subject of a kind that announces labels. */
function subjectOf(
  kind: ConnectionKind,
  operations: Readonly<Partial<Record<FailingOperation, string>>>,
  {
    settings,
    barcodeOf = (n) => `PB${String(n).padStart(10, "0")}`,
    ...rest
  }: Pick<ConnectionSubject, "secrets" | "updatesRepeated" | "reportsWaiting"> &
    Pick<Account, "settings"> & {
      /** Makes the barcode of a number; absent: "PB" and ten digits. */
      readonly barcodeOf?: (n: number) => string;
    },
): () => Promise<ConnectionSubject> {
  let subject: Promise<ConnectionSubject> | undefined;
  const create = async (): Promise<ConnectionSubject> => {
    const { control, parcels, ...shared } = await connected(kind, settings ? { settings } : {});
    let labels = 0;
    return {
      ...shared,
      newLabel: () => ({
        barcode: barcodeOf((labels += 1)),
        providerServiceCode: `${kind.providerCode}_STANDART`,
      }),
      fail: (operation, ...faults) =>
        control("faults", { operation: operations[operation], faults }),
      announced: async (barcode) =>
        (await parcels()).filter((parcel) => parcel.code === barcode && !parcel.isCancelled).length,
      forgetQueries: () => control("forget-queries", {}),
      ...rest,
    };
  };
  return () => (subject ??= create());
}

/** Makes the subject of a kind that sells labels. */
function sellerOf(
  kind: ConnectionKind,
  operations: Readonly<Record<SellingOperation, string>>,
  secrets: readonly string[],
  account: Account,
): () => Promise<SellingSubject> {
  let subject: Promise<SellingSubject> | undefined;
  const create = async (): Promise<SellingSubject> => {
    const { control, parcels, ...shared } = await connected(kind, account);
    return {
      ...shared,
      secrets,
      setBranchMs: (ms) => control("branch", { ms }),
      fail: (operation, ...faults) =>
        control("faults", { operation: operations[operation], faults }),
      labels: async () => (await parcels()).filter(({ isCancelled }) => !isCancelled).length,
    };
  };
  return () => (subject ??= create());
}

connectionContract(
  "yurtici",
  subjectOf(
    yurtici,
    { announce: "createShipment", cancel: "cancelShipment", track: "queryShipment" },
    {
      // The user name of the simulated carrier is the same word as its password, and is no secret.
      secrets: [">packbench</wsPassword", "another-word"],
      updatesRepeated: false,
      reportsWaiting: true,
    },
  ),
);

connectionContract(
  "aras",
  subjectOf(
    aras,
    { announce: "SetOrder", cancel: "CancelDispatch", track: "GetQueryJSON" },
    {
      settings: { queryUsername: "packbench", customerCode: "1000000000001" },
      secrets: [
        ">packbench</password",
        ">packbench</Password",
        "&gt;packbench&lt;/Password",
        "another-word",
      ],
      updatesRepeated: true,
      reportsWaiting: false,
    },
  ),
);

connectionContract(
  "ptt",
  subjectOf(
    ptt,
    {
      announce: "kabulEkle2",
      cancel: "barkodVeriSil",
      track: "gonderiSorgu2",
      pickup: "siparisIstekEkle2",
    },
    {
      settings: { customerNumber: "100000001" },
      barcodeOf: (n) => barcodeOf({ prefix: "2750", width: 8, checkDigit: "ptt" }, n),
      secrets: [">packbench</types:sifre", "another-word"],
      updatesRepeated: false,
      reportsWaiting: false,
    },
  ),
);

sellingContract(
  "dhl",
  sellerOf(
    createDhl(loadGeo(RESOURCES)),
    {
      order: "createOrder",
      label: "createbarcode",
      find: "getshipment",
      cancel: "cancelshipment",
      track: "trackshipment",
    },
    ['"password":"packbench"', "another-word", "simulated."],
    {
      settings: { clientId: "packbench", recipientEmail: "orders@example.test" },
      secrets: { clientSecret: "packbench" },
    },
  ),
);
