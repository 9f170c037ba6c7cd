/** A button that requests a file from the station and saves it, with the result next to it. */
import { useTranslation } from "react-i18next";
import { Button, type Rank } from "./Button.tsx";
import styles from "./SaveFileButton.module.css";
import { SavedFile, useSaveFile } from "./use-save-file.tsx";

/**
 * Shows the button, and the result of the last attempt to save.
 *
 * @param save Resolves to the name of the saved file; null when no place was chosen.
 */
export function SaveFileButton({
  words,
  label,
  rank = "secondary",
  small = false,
  save,
}: {
  readonly words: string;
  readonly rank?: Rank;
  readonly small?: boolean;
  /** Accessible name, where the words alone are not enough. */
  readonly label?: string;
  readonly save: () => Promise<string | null>;
}) {
  const { t } = useTranslation();
  const saving = useSaveFile();
  // The button stays enabled while it saves, because a disabled button loses the focus.
  return (
    <div className={styles["save"]}>
      <Button
        rank={rank}
        small={small}
        {...(label === undefined ? {} : { label })}
        onPress={() => saving.run(save)}
      >
        {saving.state.step === "saving" ? t("saveFile.saving") : words}
      </Button>
      <SavedFile saving={saving} />
    </div>
  );
}
