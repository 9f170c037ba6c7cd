/**
 * The banner: one line, at most one, for a cause that lasts. The most urgent notice is shown; a
 * button shows the others below it. In test mode the line has a hatched background, also when it
 * shows another notice.
 */
import { ChevronDown, FlaskConical, TriangleAlert, type LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Output } from "../../electron/ipc/contract.ts";
import { invoke, listen } from "../lib/bridge.ts";
import { ANNOUNCEMENTS_VIEW, urgentAccounts } from "../store/announcing.slice.ts";
import { useShared } from "../store/shared.ts";
import { Button } from "../ui/Button.tsx";
import { useEscCloses } from "../ui/use-esc-closes.ts";
import { useEvery } from "../ui/use-every.ts";
import { useFormat } from "../ui/use-format.ts";
import styles from "./Notices.module.css";

/** A notice; `name` is its test id. */
type Notice = {
  readonly name: string;
  readonly tone: "stop" | "attention" | "test";
  readonly words: string;
  readonly why: string;
  readonly act?: ReactNode;
  /** Whether screen readers read it out at once. */
  readonly alert?: boolean;
};

/** The banner with the most urgent notice; nothing while there is none. */
export function Notices() {
  const { t } = useTranslation();
  const isTest = useTestMode();
  const [first, ...rest] = useNotices(isTest);
  const [isOpen, setOpen] = useState(false);
  if (first === undefined) return null;
  return (
    <header className={styles["banner"]} data-density="office" data-test={isTest || undefined}>
      <div className={styles["line"]}>
        {isTest && first.tone !== "test" ? <b className={styles["tag"]}>{t("app.test")}</b> : null}
        <NoticeLine notice={first} />
        {rest.length === 0 ? null : (
          <button
            type="button"
            className={styles["more"]}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t("app.moreNotices", { count: rest.length })}
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        )}
      </div>
      {isOpen && rest.length > 0 ? <Rest notices={rest} onClose={() => setOpen(false)} /> : null}
    </header>
  );
}

type RestProps = { readonly notices: readonly Notice[]; readonly onClose: () => void };

/** The other notices, over the view below. */
function Rest({ notices, onClose }: RestProps) {
  useEscCloses(onClose);
  return (
    <div className={styles["rest"]}>
      {notices.map((notice) => (
        <NoticeLine key={notice.name} notice={notice} />
      ))}
    </div>
  );
}

const ICONS: Readonly<Record<Notice["tone"], LucideIcon>> = {
  stop: TriangleAlert,
  attention: TriangleAlert,
  test: FlaskConical,
};

function NoticeLine({ notice: { name, tone, words, why, act, alert } }: { notice: Notice }) {
  const Icon = ICONS[tone];
  return (
    <div
      className={`${styles["notice"]} ${styles[tone]}`}
      role={alert === true ? "alert" : undefined}
      data-testid={name}
    >
      <Icon size={15} aria-hidden="true" />
      <p title={`${words} ${why}`}>
        <b>{words}</b> {why}
      </p>
      {act}
    </div>
  );
}

function useTestMode(): boolean {
  return useShared(
    (store) =>
      store.info?.testMode === true || (store.desk.step === "ready" && store.desk.facts.testMode),
  );
}

/** Returns the notices whose cause lasts, the most urgent first. */
function useNotices(isTest: boolean): readonly Notice[] {
  const { t } = useTranslation();
  const core = useCoreNotice();
  const data = useDataNotices();
  const cutOff = useCutOffNotice();
  const info = useShared((store) => store.info);
  const openSettings = useShared((store) => store.openSettings);
  const next = useNextVersion();
  const all: readonly (Notice | false)[] = [
    core,
    cutOff,
    ...data,
    isTest && { name: "test-mode", tone: "test", words: t("app.test"), why: t("app.testWhy") },
    info?.fallbackRuntime === true && {
      name: "fallback-runtime",
      tone: "attention",
      words: t("app.fallbackRuntime", { electron: info.electron }),
      why: t("app.fallbackRuntimeWhy"),
    },
    next !== null && {
      name: "update-ready",
      tone: "attention",
      words: t("app.updateReady", { version: next }),
      why: "",
      act: (
        <Button small onPress={() => openSettings("about")}>
          {t("app.updateOpen")}
        </Button>
      ),
    },
  ];
  return all.filter((notice) => notice !== false);
}

function useCoreNotice(): Notice | false {
  const { t } = useTranslation();
  const coreState = useShared((store) => store.coreState);
  const restart = useShared((store) => store.restartCore);
  return (
    coreState !== "running" && {
      name: "core-state",
      tone: "stop",
      words: t(`link.${coreState}`),
      why: "",
      alert: true,
      act:
        coreState === "stopped" ? (
          <Button small onPress={() => void restart()}>
            {t("link.restart")}
          </Button>
        ) : null,
    }
  );
}

/** Notices of the data: a restored backup, purchases whose outcome a person must decide. */
function useDataNotices(): readonly (Notice | false)[] {
  const { t } = useTranslation();
  const format = useFormat();
  const restoredAt = useShared((store) =>
    store.desk.step === "ready" ? store.desk.facts.restoredAt : null,
  );
  const givenUp = useShared((store) =>
    store.desk.step === "ready" ? store.desk.facts.givenUp : 0,
  );
  const openSettings = useShared((store) => store.openSettings);
  return [
    restoredAt !== null && {
      name: "restored",
      tone: "attention",
      words: t("app.restored", { when: format.instant(restoredAt) }),
      why: t("app.restoredWhy"),
      alert: true,
    },
    givenUp > 0 && {
      name: "given-up",
      tone: "attention",
      words: t("app.givenUp", { count: givenUp }),
      why: t("app.givenUpWhy"),
      alert: true,
      act: (
        <Button small onPress={() => openSettings("unanswered")}>
          {t("app.givenUpOpen")}
        </Button>
      ),
    },
  ];
}

/** Time between two reads without an event, ms: a cut-off comes near without one. */
const CUT_OFF_EVERY_MS = 5 * 60_000;

/** Names the accounts whose parcels wait while their cut-off is at most an hour away. */
function useCutOffNotice(): Notice | false {
  const { t } = useTranslation();
  const load = useShared((store) => store.loadAnnouncing);
  const announcing = useShared((store) => store.announcing);
  const follow = useShared((store) => store.followLink);
  useEvery(CUT_OFF_EVERY_MS, load);
  const [first] = urgentAccounts({ announcing });
  return (
    first !== undefined && {
      name: "cut-off",
      tone: "attention",
      words: t("app.cutOff", {
        account: first.accountName,
        at: first.cutOff,
        count: first.waiting,
      }),
      why: "",
      alert: true,
      act: (
        <Button small onPress={() => follow(ANNOUNCEMENTS_VIEW)}>
          {t("app.cutOffOpen")}
        </Button>
      ),
    }
  );
}

/** Returns the version that is ready to be installed; null for none. */
function useNextVersion(): string | null {
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    const take = ({ state }: Output<"window:updates">): void =>
      setNext(state.step === "ready" || state.step === "waiting" ? state.next : null);
    // Without an answer there is no update to name.
    invoke("window:updates", {}).then(take, () => undefined);
    return listen("window:update", take);
  }, []);
  return next;
}
