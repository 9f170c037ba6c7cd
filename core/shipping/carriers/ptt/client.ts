/**
 * Calls PTT's two services (Axis2): loading of data, and tracking. Both report failures with HTTP
 * status 200. The names and places of the login's fields differ by operation.
 */
import {
  childAt,
  childrenOf,
  textAt,
  type XmlElement,
  type XmlPart,
} from "../../../base/xml/xml.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { callSoap, misshapen, serviceUrl } from "../call-soap.ts";
import { done, type Outcome } from "../carrier.ts";
import type { ConnectedAccount } from "../connection.ts";

/** Usual addresses of the services. PTT names other addresses for tests. */
export const LIVE_URL = "https://pttws.ptt.gov.tr/PttVeriYukleme/services/Sorgu";
export const LIVE_TRACKING_URL = "https://pttws.ptt.gov.tr/GonderiTakipV2/services/Sorgu";
export const TIMEOUT_MS = 30_000;

const LOADING = "http://kabul.ptt.gov.tr";
const TRACKING = "http://takip.ptt.gov.tr";

/** Answer to an operation. "1" is success. */
export type Result = { readonly code: string; readonly words: string };

/** Answer to a loading: of the file, and of its row when the answer has one. */
export type Loaded = Result & { readonly row?: Result };

export type PttClient = {
  /** Loads a file of one row. @param fileName Not used before by this customer. */
  load(row: readonly XmlPart[], fileName: string, signal: AbortSignal): Promise<Outcome<Loaded>>;
  /** Removes a row that no branch has accepted. @param fileName File with which it was loaded. */
  remove(barcode: string, fileName: string, signal: AbortSignal): Promise<Outcome<Result>>;
  /** Orders a collection. `id`: PTT's number of the order. */
  order(
    fields: OrderFields,
    signal: AbortSignal,
  ): Promise<Outcome<Result & { readonly id: string }>>;
  /** Queries a parcel by its barcode or by our reference. */
  query(
    by: "barcode" | "reference",
    value: string,
    signal: AbortSignal,
  ): Promise<Outcome<XmlElement>>;
};

/** Fields of an order before and after those of the login, in the order of the description. */
export type OrderFields = {
  readonly before: readonly XmlPart[];
  readonly after: readonly XmlPart[];
};

/** Creates the client of one account. */
export function createClient(account: ConnectedAccount, outgoing: Outgoing): PttClient {
  const { username } = account;
  const customerID = account.settings["customerNumber"] ?? "";
  const call = createCall(account, outgoing);
  // Secrets are opened by each operation, because their key may be missing.
  const password = (): XmlPart => ["sifre", account.password];
  const customer: XmlPart = ["musteriId", customerID];
  return {
    async load(row, fileName, signal) {
      const fields: readonly XmlPart[] = [
        ["dongu", row],
        ["dosyaAdi", fileName],
        ["gonderiTip", "NORMAL"],
        ["gonderiTur", "KARGO"],
        ["kullanici", username],
        customer,
        password(),
      ];
      const answer = await call("kabulEkle2", fields, signal);
      return answer.outcome === "done" ? readLoaded(answer.value) : answer;
    },
    async remove(barcode, fileName, signal) {
      const fields: readonly XmlPart[] = [
        ["barcode", barcode],
        ["dosyaAdi", fileName],
        customer,
        password(),
      ];
      const answer = await call("barkodVeriSil", fields, signal);
      return answer.outcome === "done" ? readResult(answer.value) : answer;
    },
    async order({ before, after }, signal) {
      const login: readonly XmlPart[] = [customer, ["musteriKullanici", "admin"], password()];
      const answer = await call("siparisIstekEkle2", [...before, ...login, ...after], signal);
      if (answer.outcome !== "done") return answer;
      const code = textAt(answer.value, "sonucKodu");
      const [words, id] = [
        textAt(answer.value, "sonucAciklama"),
        textAt(answer.value, "siparisId"),
      ];
      return code === "" ? misshapen("PTT") : done({ code, words, id });
    },
    async query(by, value, signal) {
      // PTT's tracking service knows the customer number as user name.
      const user: XmlPart = ["kullanici", customerID];
      return by === "barcode"
        ? call("gonderiSorgu2", [["barkod", value], user, password()], signal)
        : call("gonderiSorgu_referansNo2", [user, ["referansNo", value], password()], signal);
    },
  };
}

/** Creates the call of an operation; done with the element that it returns. */
function createCall(
  account: ConnectedAccount,
  outgoing: Outgoing,
): (
  operation: string,
  fields: readonly XmlPart[],
  signal: AbortSignal,
) => Promise<Outcome<XmlElement>> {
  const { id, settings } = account;
  return async (operation, fields, signal) => {
    const { password } = account;
    const isQuery = operation.startsWith("gonderiSorgu");
    const namespace = isQuery ? TRACKING : LOADING;
    const answer = await callSoap(
      outgoing,
      {
        carrier: "PTT",
        namespace,
        operation,
        action: `urn:${operation}`,
        parameter: {
          name: operation === "barkodVeriSil" ? "inpDelete" : "input",
          namespace: `${namespace}/xsd`,
        },
        fields,
        accountID: id,
        url: isQuery
          ? serviceUrl(settings["trackingUrl"], LIVE_TRACKING_URL)
          : serviceUrl(settings["url"], LIVE_URL),
        secrets: [password],
        timeoutMs: TIMEOUT_MS,
      },
      signal,
    );
    if (answer.outcome !== "done") return answer;
    const result = childAt(answer.value, "return");
    return result === undefined ? misshapen("PTT") : done(result);
  };
}

function readResult(element: XmlElement): Outcome<Result> {
  const code = textAt(element, "hataKodu");
  return code === "" ? misshapen("PTT") : done({ code, words: textAt(element, "aciklama") });
}

function readLoaded(element: XmlElement): Outcome<Loaded> {
  const file = readResult(element);
  const [row] = childrenOf(element, "dongu");
  if (file.outcome !== "done" || row === undefined) return file;
  return done({
    ...file.value,
    row: { code: textAt(row, "donguHataKodu"), words: textAt(row, "donguAciklama") },
  });
}
