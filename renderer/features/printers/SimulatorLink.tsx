/** Button that opens the page of the printer simulator, which runs with sample data. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invoke } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/**
 * Shows the button that opens the page.
 *
 * @returns null when no simulator runs. Shows a failure if the page cannot be opened.
 */
export function SimulatorLink() {
  const { t } = useTranslation();
  const url = usePrinters((store) => store.info?.simulatorUrl ?? null);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (url === null) return null;

  const open = async (): Promise<void> => {
    setFailure(null);
    try {
      await invoke("window:openSimulator", {});
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <section
      className={styles["simulator"]}
      aria-label={t("printers.simulator")}
      data-testid="simulator"
    >
      <p>{t("printers.simulatorLead", { url })}</p>
      <Button onPress={() => void open()}>{t("printers.openSimulator")}</Button>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
    </section>
  );
}
