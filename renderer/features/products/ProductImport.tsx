/** Imports a file of products: the result of its check, the rows to fix, and the progress. */
import { useTranslation } from "react-i18next";
import type { ProductFile } from "../../../core/shipping/products/product-files.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FileFaults } from "../../ui/FileFaults.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import type { ProductImport as State } from "./products.slice.ts";
import styles from "./Products.module.css";
import { useProducts } from "./use-products.ts";

/** Shows the check; the import starts only when a person presses its button. */
export function ProductImport() {
  const { t } = useTranslation();
  const state = useProducts((store) => store.productImport);
  const open = useProducts((store) => store.openProductPane);
  const file = "file" in state ? state.file : null;
  return (
    <section
      className={section["section"]}
      aria-label={t("products.import.title")}
      data-testid="product-import"
      data-step={state.step}
    >
      <h2>{t("products.import.title")}</h2>
      <p>{t("products.import.lead")}</p>
      {state.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("products.import.failed")}</Mark>
          <FailureText failure={state.failure} />
        </div>
      ) : null}
      {state.step === "checking" ? (
        <p role="status">{t("products.import.checking", { name: state.fileName })}</p>
      ) : null}
      {file === null ? null : <Checked file={file} />}
      {"progress" in state ? <Progress state={state} /> : null}
      <div className={styles["top"]}>
        <Commands state={state} />
        <Button keyName="Esc" onPress={() => open({ show: "none" })}>
          {t("products.close")}
        </Button>
      </div>
      {file === null ? null : <Faults file={file} />}
    </section>
  );
}

function Checked({ file }: { readonly file: ProductFile }) {
  const { t } = useTranslation();
  return (
    <p role="status">
      <Mark tone={file.rejectedCount === 0 ? "ok" : "attention"}>
        {t("products.import.checked", {
          name: file.fileName,
          added: file.added,
          known: file.known,
          rejected: file.rejectedCount,
        })}
      </Mark>
    </p>
  );
}

function Progress({ state }: { readonly state: Extract<State, { readonly progress: unknown }> }) {
  const { t } = useTranslation();
  const { done, total, added, changed, rejected } = state.progress;
  return (
    <div>
      <progress value={done} max={Math.max(total, 1)} aria-label={t("products.import.title")} />
      <p role="status" data-testid="product-import-progress">
        {t(`products.import.${state.step}`, { done, total, added, changed })}
        {rejected === 0 ? null : ` ${t("products.import.leftOut", { count: rejected })}`}
      </p>
    </div>
  );
}

function Commands({ state }: { readonly state: State }) {
  const { t } = useTranslation();
  const choose = useProducts((store) => store.chooseProductFile);
  const take = useProducts((store) => store.takeProductFile);
  const stop = useProducts((store) => store.stopProductImport);
  const isRunning = state.step === "taking" || state.step === "stopping";
  if (isRunning)
    return (
      <Button focusNow onPress={stop}>
        {t("products.import.stop")}
      </Button>
    );
  const rows =
    state.step === "checked"
      ? state.file.added + state.file.known
      : state.step === "stopped"
        ? state.progress.total - state.progress.done
        : 0;
  return (
    <>
      {rows === 0 ? null : (
        <Button rank="primary" focusNow onPress={() => void take()}>
          {t("products.import.take", { count: rows })}
        </Button>
      )}
      <Button focusNow={rows === 0} onPress={() => void choose()}>
        {t("products.import.choose")}
      </Button>
    </>
  );
}

function Faults({ file }: { readonly file: ProductFile }) {
  const { t, i18n } = useTranslation();
  const or = i18n.language === "tr" ? " veya " : " or ";
  const { unread, rejectedCount, rejected } = file;
  return (
    <FileFaults
      testID="faults"
      unread={
        unread.length === 0 ? null : t("products.import.unread", { names: unread.join(", ") })
      }
      title={rejectedCount === 0 ? null : t("products.import.rejected", { count: rejectedCount })}
      rows={rejected.map(({ line, column, code, value, detail }) => ({
        key: `${line} ${column} ${code} ${value}`,
        line: t("products.import.line", { line }),
        reason: t(`products.fault.${code}`, { detail: detail.replace(" / ", or) }),
        column,
        value,
      }))}
    />
  );
}
