/** Chooses a price file, and asks the station to read it. */
import { readPriceList } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { Mapping } from "../../../../core/shipping/agreements/load/mapping.schema.ts";
import type { PriceListAnswer } from "../../../../core/shipping/agreements/load/price-list.schema.ts";
import { call, invoke, type ChosenFile } from "../../../lib/bridge.ts";
import type { Texts } from "./typed-values.ts";

export type ReadFile = PriceListAnswer;

/** Fields of the form that say how a file is read. */
export type ReadTexts = {
  /** "in" or "out": whether the prices include VAT, and the universal service fee. */
  readonly fileVat: string;
  readonly fileFee: string;
  /** Sign before the decimals: ".", "," or "" when the file shows it. */
  readonly decimalSign: string;
  /** Meaning of the columns as JSON; "" when the headings show it. */
  readonly mapping: string;
};

/** Lets the person choose a price file. @returns null when the person chose none. */
export function choosePriceFile(): Promise<ChosenFile | null> {
  return invoke("window:chooseFile", {
    filters: [{ name: "CSV, XLSX", extensions: ["csv", "txt", "xlsx"] }],
  });
}

/**
 * Reads a price file for an agreement; nothing is saved.
 *
 * @returns The texts to keep in the form.
 */
export async function readPriceFile(
  agreementID: string,
  file: ChosenFile,
  as: ReadTexts,
): Promise<Texts> {
  const { fileVat, fileFee, decimalSign, mapping } = as;
  const sign = ([".", ","] as const).find((one) => one === decimalSign);
  const answer = await call(readPriceList, {
    params: { agreementID },
    body: {
      fileName: file.name,
      content: file.base64,
      pricesInclude:
        fileVat === "in"
          ? fileFee === "in"
            ? "feeAndVat"
            : "vat"
          : fileFee === "in"
            ? "fee"
            : "nothing",
      ...(sign === undefined ? {} : { decimalSign: sign }),
      ...(mapping === "" ? {} : { mapping: JSON.parse(mapping) as Mapping }),
    },
  });
  return { ...as, fileName: file.name, file: file.base64, read: JSON.stringify(answer) };
}
