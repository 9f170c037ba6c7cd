/** Reading the file of the open price form: chosen, or read again with other answers. */
import type { ChosenFile } from "../../../lib/bridge.ts";
import { useAct, type Act } from "../../../ui/use-act.ts";
import { usePriceForm } from "./price-form.ts";
import { choosePriceFile, readPriceFile, type ReadTexts } from "./read-price-file.ts";

export type ReadingFile = {
  readonly act: Act;
  readonly choose: () => void;
  /** Reads the same file with other answers. */
  readonly again: (part: Partial<ReadTexts>) => void;
};

/** Returns the commands. @param agreementID Agreement that the prices are for. */
export function useReadFile(agreementID: string): ReadingFile {
  const { typed, change } = usePriceForm();
  const act = useAct();
  const text = (field: string): string => typed[field] ?? "";
  const read = async (file: ChosenFile, part: Partial<ReadTexts>): Promise<void> => {
    const as = {
      fileVat: text("fileVat"),
      fileFee: text("fileFee"),
      decimalSign: text("decimalSign"),
      mapping: text("mapping"),
      ...part,
    };
    change(await readPriceFile(agreementID, file, as));
  };
  const choose = (): void =>
    void act.run(async () => {
      const file = await choosePriceFile();
      // Another file may have other columns.
      if (file !== null) await read(file, { mapping: "" });
    });
  const again = (part: Partial<ReadTexts>): void => {
    change({ ...part });
    const [name, base64] = [text("fileName"), text("file")];
    if (base64 !== "") void act.run(() => read({ name, base64 }, part));
  };
  return { act, choose, again };
}
