/**
 * Help: the list of guides, the headings of the open guide, its text, and a copy of the text for
 * paper.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { printPage } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { useAct } from "../../ui/use-act.ts";
import { View } from "../../ui/View.tsx";
import { FindInGuide } from "./FindInGuide.tsx";
import {
  GUIDE_NAMES,
  loadGuide,
  placeOf,
  type Block,
  type Guide,
  type GuideName,
  type Inline,
} from "./guide.ts";
import { GuideText } from "./GuideText.tsx";
import styles from "./Help.module.css";
import { useHelp } from "./use-help.ts";

type Shown = { readonly name: GuideName; readonly guide: Guide };

/** The guides in the screen's language. Another guide opens at its start, or at a link's target. */
export function Help() {
  const { t } = useTranslation();
  const { shown, failure } = useGuide();
  const text = useRef<HTMLElement>(null);
  const name = shown?.name;
  const { state: printing, run } = useAct();
  const print = useCallback((): void => void run(printPage), [run]);

  const follow = useFollow(name, text);

  return (
    <View title={t("help.title")} wide>
      <div className={styles["halves"]}>
        <div className={styles["list"]}>
          <GuideList />
          {shown === null ? null : (
            <Headings blocks={shown.guide.blocks} onChoose={(id) => follow(`#${id}`)} />
          )}
        </div>
        <div className={styles["side"]}>
          <div className={styles["bar"]}>
            <FindInGuide of={shown?.guide ?? null} text={text} onPrint={print} />
            <Button keyName="Ctrl+P" onPress={print} disabled={shown === null}>
              {t("help.print")}
            </Button>
          </div>
          {failure === null ? null : <FailureText failure={failure} />}
          {printing.step === "failed" ? <FailureText failure={printing.failure} /> : null}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll
              it */}
          <article
            ref={text}
            className={styles["text"]}
            tabIndex={0}
            aria-label={shown?.guide.title ?? t("help.title")}
            data-testid="guide"
          >
            {shown === null ? null : (
              <>
                <h2>{shown.guide.title}</h2>
                <GuideText blocks={shown.guide.blocks} onLink={follow} />
              </>
            )}
          </article>
        </div>
      </div>
      {shown === null ? null : <OnPaper guide={shown.guide} />}
    </View>
  );
}

/**
 * Scrolls the guide to the requested heading. @returns Function that follows a link of the guide.
 */
function useFollow(
  name: GuideName | undefined,
  text: RefObject<HTMLElement | null>,
): (to: string) => void {
  const anchor = useHelp((store) => store.helpAnchor);
  const show = useHelp((store) => store.showGuide);
  useEffect(() => {
    if (name === undefined) return;
    if (anchor === "") text.current?.scrollTo({ top: 0 });
    else goTo(anchor);
  }, [text, name, anchor]);
  return useCallback(
    (to: string): void => {
      const place = placeOf(to, name ?? "packer");
      if (place === undefined) return;
      show(place.name, place.anchor);
      // A link to the same heading must scroll again.
      if (place.name === name) goTo(place.anchor);
    },
    [name, show],
  );
}

/**
 * Returns the chosen guide in the screen's language; the previous guide until the chosen one is
 * read.
 */
function useGuide(): { readonly shown: Shown | null; readonly failure: Failure | null } {
  const name = useHelp((store) => store.helpGuide);
  const language = useShared((store) => store.settings.language);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadGuide(name, language).then(
      (guide) => {
        if (!isCurrent) return;
        setShown({ name, guide });
        setFailure(null);
      },
      (error: unknown) => isCurrent && setFailure(failureOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, language]);
  return { shown, failure };
}

function GuideList() {
  const { t } = useTranslation();
  const open = useHelp((store) => store.helpGuide);
  const show = useHelp((store) => store.showGuide);
  return (
    <nav aria-label={t("help.guides")}>
      {GUIDE_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          className={styles["guide"]}
          aria-current={name === open ? "page" : undefined}
          onClick={() => show(name)}
        >
          {t(`help.names.${name}`)}
        </button>
      ))}
    </nav>
  );
}

function Headings({
  blocks,
  onChoose,
}: {
  readonly blocks: readonly Block[];
  readonly onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const headings = blocks.flatMap((block) =>
    block.is === "heading" && block.level === 2 ? [block] : [],
  );
  return (
    <nav className={styles["headings"]} aria-label={t("help.headings")}>
      {headings.map(({ id, of }) => (
        <button key={id} type="button" onClick={() => onChoose(id)}>
          {wordsOf(of)}
        </button>
      ))}
    </nav>
  );
}

const wordsOf = (of: readonly Inline[]): string =>
  of.map((part) => ("text" in part ? part.text : wordsOf(part.of))).join("");

function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

/**
 * Holds the guide's text for paper, which is printed instead of the window: see Help.module.css.
 */
function OnPaper({ guide }: { readonly guide: Guide }) {
  return createPortal(
    <div className={styles["paper"]} data-paper>
      <h2>{guide.title}</h2>
      <GuideText blocks={guide.blocks} />
    </div>,
    document.body,
  );
}
