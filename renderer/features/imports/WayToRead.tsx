/** How a refused file can be read after all: a person chooses its columns, or its source. */
import { useTranslation } from "react-i18next";
import { readFileHeadings } from "../../../core/shipping/imports/file-headings.api.ts";
import { call, type ChosenFile } from "../../lib/bridge.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import type { Outcome } from "./imports.slice.ts";
import styles from "./OrderSources.module.css";
import { useImports } from "./use-imports.ts";

type WayToReadProps = {
  readonly outcome: Extract<Outcome, { readonly kind: "failed" }>;
  /** Opens the form of the columns. */
  readonly onChoose: () => void;
};

/** Shows the command. @returns null for a file that cannot be read in another way. */
export function WayToRead({ outcome, onChoose }: WayToReadProps) {
  const { t } = useTranslation();
  const { id, file, failure } = outcome;
  if (file === undefined) return null;
  if (failure.code === "E2291") return <ChooseSource id={id} file={file} />;
  return (
    <>
      <p>{t("sources.orChoose")}</p>
      <div className={styles["line"]}>
        {/* The key Alt+C presses this. */}
        <button id="choose-columns" type="button" hidden tabIndex={-1} onClick={onChoose} />
        <Button keyName="Alt+C" onPress={onChoose}>
          {t("sources.choose")}
        </Button>
      </div>
    </>
  );
}

/** Buttons of the sources that the file fits; one imports the file. */
function ChooseSource({ id, file }: { readonly id: number; readonly file: ChosenFile }) {
  const importAgain = useImports((store) => store.importAgain);
  const { value, failure } = useLoaded(() =>
    call(readFileHeadings, { body: { fileName: file.name, content: file.base64 } }),
  );
  return (
    <div className={styles["line"]} data-testid="choose-source">
      {failure === null ? null : <FailureText failure={failure} />}
      {value?.sources.map((source, i) => (
        <ImportAs
          key={source}
          source={source}
          focusNow={i === 0}
          onPress={() => void importAgain(id, source)}
        />
      ))}
    </div>
  );
}

type ImportAsProps = {
  readonly source: string;
  readonly focusNow: boolean;
  readonly onPress: () => void;
};

/** One source. An Enter that was meant for the screen before does not choose it. */
function ImportAs({ source, focusNow, onPress }: ImportAsProps) {
  const { t } = useTranslation();
  const press = useSettledPress(onPress);
  return (
    <Button focusNow={focusNow} {...press}>
      {t("sources.importAs", { source })}
    </Button>
  );
}
