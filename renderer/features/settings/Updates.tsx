/**
 * Updates of this program: the running version, the progress of the next version, and why no update
 * is installed here.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Input, Output } from "../../../electron/ipc/contract.ts";
import { invoke, listen } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./SettingsView.module.css";

type View = Output<"window:updates">;
type State = View["state"];

/** Follows the main process, which runs the person's commands. */
export function Updates() {
  const { t } = useTranslation();
  const first = useLoaded(() => invoke("window:updates", {}));
  const [followed, setFollowed] = useState<View | null>(null);
  const act = useAct();
  useEffect(() => listen("window:update", setFollowed), []);
  const view = followed ?? first.value;
  const ask = (what: NonNullable<Input<"window:updates">["act"]>): void =>
    void act.run(async () => setFollowed(await invoke("window:updates", { act: what })));
  return (
    <section
      className={`${section["section"]} ${styles["about"]}`}
      aria-label={t("updates.title")}
      data-testid="updates"
    >
      <h2>{t("updates.title")}</h2>
      {first.failure === null || view !== null ? null : <FailureText failure={first.failure} />}
      {view === null ? null : (
        <>
          <dl>
            <dt>{t("updates.version")}</dt>
            <dd>{view.version}</dd>
            <dt>{t("updates.state")}</dt>
            <dd>
              <div role="status">
                <StateWords view={view} />
              </div>
            </dd>
          </dl>
          {view.state.step === "off" || view.state.step === "installing" ? null : (
            <div className={styles["buttons"]}>
              <Acts state={view.state} ask={ask} />
            </div>
          )}
        </>
      )}
      <ActFailure act={act} />
    </section>
  );
}

const TONES: Readonly<Record<State["step"], Tone>> = {
  off: "info",
  idle: "ok",
  checking: "info",
  downloading: "info",
  ready: "ok",
  waiting: "attention",
  installing: "info",
  failed: "attention",
};

function StateWords({ view: { state, installAt } }: { readonly view: View }) {
  const { t } = useTranslation();
  const format = useFormat();
  const wordsOf = (): string => {
    switch (state.step) {
      case "off":
        return t(`updates.off.${state.reason}`);
      case "failed":
        return t(`updates.failed.${state.reason}`, { next: state.next ?? "" });
      case "idle":
        if (state.isOffline) return t("updates.offline");
        return state.checkedAt === null
          ? t("updates.neverChecked")
          : t("updates.idle", { when: format.instant(state.checkedAt) });
      case "ready":
        return installAt === null
          ? t("updates.ready", { next: state.next })
          : t("updates.readyAt", { next: state.next, time: installAt });
      case "downloading":
        return t("updates.downloading", { next: state.next, percent: state.percent });
      case "waiting":
        return t("updates.waiting", { next: state.next });
      case "installing":
        return t("updates.installing", { next: state.next });
      case "checking":
        return t("updates.checking");
    }
  };
  const isUnknown = state.step === "idle" && (state.isOffline || state.checkedAt === null);
  return (
    <>
      <Mark tone={isUnknown ? "info" : TONES[state.step]}>{wordsOf()}</Mark>
      {state.step !== "waiting" ? null : (
        <ul>
          {state.for.sending === 0 ? null : (
            <li>{t("updates.sending", { count: state.for.sending })}</li>
          )}
          {state.for.inBatches === 0 ? null : (
            <li>{t("updates.inBatches", { count: state.for.inBatches })}</li>
          )}
          {state.for.isAtWork ? <li>{t("updates.isAtWork")}</li> : null}
        </ul>
      )}
    </>
  );
}

function Acts({
  state,
  ask,
}: {
  readonly state: State;
  readonly ask: (what: NonNullable<Input<"window:updates">["act"]>) => void;
}) {
  const { t } = useTranslation();
  if (state.step === "waiting") {
    return (
      <>
        <Button small onPress={() => ask("putOff")}>
          {t("updates.putOff")}
        </Button>
        <AskTwice
          subject={state.next}
          words={t("updates.anyway")}
          confirm={t("updates.anywaySure")}
          onConfirm={() => ask("installAnyway")}
        />
      </>
    );
  }
  return (
    <>
      {state.step === "ready" ? (
        <Button rank="primary" onPress={() => ask("install")}>
          {t("updates.install")}
        </Button>
      ) : null}
      <Button
        disabled={state.step === "checking" || state.step === "downloading"}
        onPress={() => ask("check")}
      >
        {t("updates.check")}
      </Button>
    </>
  );
}
