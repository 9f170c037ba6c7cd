/** How a refused file can be read after all: a person chooses its columns, or its source. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readFileHeadings } from "../../../core/shipping/imports/imports.api.ts";
import { call, type ChosenFile } from "../../lib/bridge.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { ChooseColumns } from "./ChooseColumns.tsx";
import type { Outcome } from "./imports.slice.ts";
import styles from "./OrderSources.module.css";
import { useImports } from "./use-imports.ts";

type Failed = Extract<Outcome, { kind: "failed" }>;

/** Shows the command. @returns null for a file that cannot be read in another way. */
export function WayToRead({ outcome }: { readonly outcome: Failed }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { file, failure } = outcome;
  if (file === undefined) return null;
  if (failure.code === "E2291") return <ChooseSource id={outcome.id} file={file} />;
  if (isOpen) return <ChooseColumns id={outcome.id} file={file} onClose={() => setIsOpen(false)} />;
  return (
    <div>
      <Button onPress={() => setIsOpen(true)}>{t("sources.choose")}</Button>
    </div>
  );
}

/** Buttons of the sources that the file fits; one imports the file. */
function ChooseSource({ id, file }: { readonly id: number; readonly file: ChosenFile }) {
  const { t } = useTranslation();
  const importAgain = useImports((store) => store.importAgain);
  const { value, failure } = useLoaded(() =>
    call(readFileHeadings, { body: { fileName: file.name, content: file.base64 } }),
  );
  return (
    <div className={styles["line"]} data-testid="choose-source">
      {failure === null ? null : <FailureText failure={failure} />}
      {value?.sources.map((source, i) => (
        <Button key={source} focusNow={i === 0} onPress={() => void importAgain(id, source)}>
          {t("sources.importAs", { source })}
        </Button>
      ))}
    </div>
  );
}
