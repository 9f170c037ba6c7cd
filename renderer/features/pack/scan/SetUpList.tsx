/**
 * Lists what a new station still needs before its first parcel, each with the button that adds it
 * or opens its form.
 */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DeskFacts } from "../../../../core/station/station.schema.ts";
import { FIRST_START_VIEW } from "../../../store/navigation.slice.ts";
import { Button } from "../../../ui/Button.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import styles from "./EmptyPanel.module.css";
import { addSampleCarriers } from "../pack-commands.ts";
import { usePack } from "../use-pack.ts";

/**
 * Shows a row for each thing that is missing.
 *
 * @returns null when nothing is missing, or before the station's facts are loaded.
 */
export function SetUpList() {
  const { t } = useTranslation();
  const facts = usePack((store) => (store.desk.step === "ready" ? store.desk.facts : null));
  const sampleFailed = usePack((store) => store.sampleFailed);
  if (facts === null) return null;
  const lacks = lacksOf(t, facts, sampleFailed);
  if (lacks.length === 0) return null;

  return (
    <section
      className={styles["setUp"]}
      aria-label={t("organization.setUp.title")}
      data-testid="set-up"
    >
      <div className={styles["setUpHead"]}>
        <h3>{t("organization.setUp.title")}</h3>
        {facts.hasSender && facts.hasCarriers ? null : (
          <Button small rank="quiet" onPress={() => usePack.getState().showView(FIRST_START_VIEW)}>
            {t("organization.setUp.goOn")}
          </Button>
        )}
      </div>
      <ul>
        {lacks.map(({ words, command, go }, index) => (
          <li key={command}>
            <Mark tone="attention">{words}</Mark>
            <Button rank={index === 0 && !facts.hasSender ? "primary" : "secondary"} onPress={go}>
              {command}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Lack = { readonly words: string; readonly command: string; readonly go: () => void };

function lacksOf(t: TFunction, facts: DeskFacts, sampleFailed: boolean): readonly Lack[] {
  const { openSettings, showView } = usePack.getState();
  return [
    facts.hasSender
      ? null
      : {
          words: t("organization.setUp.sender"),
          command: t("organization.setUp.enterSender"),
          go: () => openSettings("sender"),
        },
    facts.hasCarriers
      ? null
      : {
          words: t(
            sampleFailed ? "organization.setUp.sampleFailed" : "organization.setUp.carriers",
          ),
          command: t("organization.setUp.sampleCarriers"),
          go: () => void addSampleCarriers(),
        },
    facts.isPaidElsewhere || Number(facts.available) > 0
      ? null
      : {
          words: t("organization.setUp.balance"),
          command: t("empty.topUp"),
          go: () => openSettings("balance"),
        },
    facts.labelPrinter === null
      ? {
          words: t("bar.printerNone"),
          command: t("empty.addPrinter"),
          go: () => showView("printers"),
        }
      : null,
    facts.member.name === ""
      ? {
          words: t("organization.setUp.member"),
          command: t("organization.setUp.enterMember"),
          go: () => openSettings("names"),
        }
      : null,
  ].filter((lack) => lack !== null);
}
