/**
 * Finds printers: the print queues of this computer, and printers that answer on the network. A
 * printer may be added or removed after a search, so the list of printers decides whether a found
 * printer can be chosen.
 */
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentLanguage } from "../../../core/db/documents/documents.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { PrinterMark } from "../../ui/PrinterMark.tsx";
import styles from "./Printers.module.css";
import { mediaValue, type TypedPrinter } from "./typed-printer.ts";
import { usePrinters } from "./use-printers.ts";

type FindPrintersProps = { readonly choose: (fields: Partial<TypedPrinter>) => void };

/**
 * Lists the printers found on this computer and on the network.
 *
 * @param choose Called with the known fields of the chosen printer.
 */
export function FindPrinters({ choose }: FindPrintersProps) {
  return (
    <div className={styles["finders"]}>
      <Queues choose={choose} />
      <Network choose={choose} />
    </div>
  );
}

function Queues({ choose }: FindPrintersProps) {
  const { t } = useTranslation();
  const queues = usePrinters((store) => store.queues);
  const load = usePrinters((store) => store.loadQueues);
  const own = usePrinters((store) => store.printers?.list);
  useEffect(() => void load(), [load]);
  const words =
    queues === null
      ? t("printers.found.reading")
      : queues.list.length > 0
        ? null
        : t(queues.isSearched ? "printers.found.none" : "printers.found.silent");
  return (
    <div className={styles["finder"]} data-testid="found-queues">
      <h3>{t("printers.found.title")}</h3>
      <div role="status">{words === null ? null : <p>{words}</p>}</div>
      <ul className={styles["offers"]}>
        {queues?.list.map(({ driver, queue, model, state, language }) => (
          <Offered
            key={queue}
            name={queue}
            detail={model}
            taken={own?.some((one) => one.queue === queue)}
            state={<PrinterMark state={state} />}
            choose={() => choose({ driver, queue, name: queue, ...suggested(language) })}
          />
        ))}
      </ul>
      <div>
        <Button small onPress={() => void load()}>
          {t("printers.found.again")}
        </Button>
      </div>
    </div>
  );
}

function Network({ choose }: FindPrintersProps) {
  const { t } = useTranslation();
  const search = usePrinters((store) => store.search);
  const start = usePrinters((store) => store.searchNetwork);
  const own = usePrinters((store) => store.printers?.list);
  const list = search.step === "done" ? search.found.list : [];
  return (
    <div className={styles["finder"]} data-testid="network-search">
      <h3>{t("printers.network.title")}</h3>
      <div role="status">
        {search.step === "searching" ? (
          <>
            <p>{t("printers.network.searching")}</p>
            <progress aria-label={t("printers.network.searching")} />
          </>
        ) : null}
        {search.step === "done" ? (
          <p>
            {list.length > 0
              ? t("printers.network.count", { count: list.length })
              : t(
                  search.found.isSearched
                    ? "printers.network.none"
                    : "printers.network.notSearched",
                )}
          </p>
        ) : null}
        {search.step === "failed" ? (
          <>
            <Mark tone="stop">{t("printers.network.failed")}</Mark>
            <FailureText failure={search.failure} />
          </>
        ) : null}
      </div>
      <ul className={styles["offers"]}>
        {list.map(({ name, model, place, host, port, language }) => (
          <Offered
            key={`${host}:${port}`}
            name={name}
            detail={[model, place, `${host}:${port}`].filter((part) => part !== "").join(" · ")}
            taken={own?.some((one) => one.host === host && one.port === port)}
            choose={() =>
              choose({ driver: "tcp", name, host, port: String(port), ...suggested(language) })
            }
          />
        ))}
      </ul>
      <div>
        <Button small disabled={search.step === "searching"} onPress={() => void start()}>
          {t("printers.network.search")}
        </Button>
      </div>
    </div>
  );
}

type OfferedProps = {
  readonly name: string;
  readonly detail: string;
  readonly taken: boolean | undefined;
  readonly state?: ReactNode;
  readonly choose: () => void;
};

function Offered({ name, detail, taken, state, choose }: OfferedProps) {
  const { t } = useTranslation();
  return (
    <li className={styles["offered"]}>
      <span className={styles["what"]}>
        <b>{name}</b>
        <span>{detail}</span>
        {state}
      </span>
      {taken === true ? (
        <Mark tone="ok">{t("printers.taken")}</Mark>
      ) : (
        <Button small label={`${t("printers.take")}: ${name}`} onPress={choose}>
          {t("printers.take")}
        </Button>
      )}
    </li>
  );
}

/**
 * Suggests the language that the printer reports; without a reported language, a person chooses.
 * For PDF printers, suggests A4 paper too.
 */
function suggested(
  language: DocumentLanguage | null,
): Pick<TypedPrinter, "language"> & Partial<TypedPrinter> {
  return {
    language: language ?? "",
    ...(language === "PDF" ? { media: mediaValue({ widthMm: 210, heightMm: 297 }) } : {}),
  };
}
