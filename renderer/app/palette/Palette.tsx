/**
 * Ctrl+K: one field that finds views, commands, orders and people. A scan works here as in every
 * other field. The focus stays in the field; `aria-activedescendant` names the marked line to
 * screen readers.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useShared } from "../../store/shared.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { PARTS } from "../parts.ts";
import { matching, paletteEntries } from "./palette-entries.ts";
import styles from "./Palette.module.css";
import { useFound } from "./use-found.ts";

type Line = {
  readonly id: string;
  readonly text: string;
  readonly detail?: string;
  readonly keyName?: string | undefined;
  readonly run: () => void;
};
type Group = { readonly title: string; readonly lines: readonly Line[] };

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

/** The palette over the open view; Esc or a press outside closes it. */
export function Palette() {
  const { t } = useTranslation();
  const close = useShared((store) => store.showPalette);
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  useFocusBack();
  const groups = useGroups(typed);
  const lines = groups.flatMap((group) => group.lines);
  const listID = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [marked, typed],
  );

  const choose = (line: Line | undefined): void => {
    if (line === undefined) return;
    close(false);
    line.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) return event.repeat ? undefined : choose(lines[marked]);
    setMarked(Math.max(0, Math.min(lines.length - 1, marked + step)));
  };
  const now = lines[marked];

  return (
    <div
      className={styles["over"]}
      onPointerDown={(event) => event.target === event.currentTarget && close(false)}
      data-testid="palette"
    >
      <section className={styles["palette"]} role="dialog" aria-label={t("palette.title")}>
        <input
          className={styles["field"]}
          role="combobox"
          aria-label={t("palette.title")}
          aria-expanded="true"
          aria-controls={listID}
          aria-autocomplete="list"
          aria-activedescendant={now === undefined ? undefined : idOf(listID, now)}
          placeholder={t("palette.hint")}
          value={typed}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the palette opens for typing, and nothing else in it takes the focus
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Groups list={list} id={listID} groups={groups} marked={now} onChoose={choose} />
      </section>
    </div>
  );
}

type GroupsProps = {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly id: string;
  readonly groups: readonly Group[];
  readonly marked: Line | undefined;
  readonly onChoose: (line: Line) => void;
};

/** The matching lines, each group under its title; a message when nothing matches. */
function Groups({ list, id, groups, marked, onChoose }: GroupsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div
        ref={list}
        id={id}
        className={styles["list"]}
        role="listbox"
        aria-label={t("palette.title")}
      >
        {groups.map(({ title, lines: own }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={styles["title"]} aria-hidden="true">
              {title}
            </div>
            {own.map((line) => (
              <div
                key={line.id}
                id={idOf(id, line)}
                role="option"
                aria-selected={line === marked}
                className={styles["entry"]}
                onClick={() => onChoose(line)}
              >
                <span>{line.text}</span>
                {line.keyName === undefined ? (
                  <span className={styles["detail"]}>{line.detail}</span>
                ) : (
                  <Kbd>{line.keyName}</Kbd>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {groups.every(({ lines }) => lines.length === 0) ? (
        <p className={styles["none"]} role="status">
          {t("palette.none")}
        </p>
      ) : null}
    </>
  );
}

function idOf(list: string, line: Line): string {
  return `${list}-${line.id}`;
}

/** Returns the views and commands that match the text, then the features' results for the text. */
function useGroups(typed: string): readonly Group[] {
  const { t } = useTranslation();
  const view = useShared((store) => store.view);
  const showView = useShared((store) => store.showView);
  const found = useFound(typed);
  const entries = matching(
    paletteEntries(PARTS, { view, showView }),
    typed,
    ({ words, alsoFoundBy }) => `${t(words)} ${alsoFoundBy === undefined ? "" : t(alsoFoundBy)}`,
  ).map(({ id, words, keyName, run }) => ({ id, text: t(words), keyName, run }));
  const commands = entries.length === 0 ? [] : [{ title: t("palette.commands"), lines: entries }];
  return [...commands, ...found.map(({ title, found: lines }) => ({ title: t(title), lines }))];
}
