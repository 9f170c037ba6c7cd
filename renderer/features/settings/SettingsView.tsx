/** Settings: the list of sections, and the open section. */
import {
  Fragment,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { useTranslation } from "react-i18next";
import { HELP_VIEW, type SettingsPart } from "../../store/navigation.slice.ts";
import type { SettingsSection } from "../../store/settings-section.ts";
import { isPackerHere } from "../../store/sign-in.slice.ts";
import { useSections } from "../../store/slots.tsx";
import { Button } from "../../ui/Button.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { FindField, FoundSettings } from "./FoundSettings.tsx";
import { SectionChoice, type SectionListProps } from "./SectionChoice.tsx";
import { SECTION_ICONS } from "./section-icons.ts";
import { listID, PANE_ID, focusPane } from "./settings-focus.ts";
import { sectionOf } from "./settings.slice.ts";
import styles from "./SettingsView.module.css";
import { useSettingsView } from "./use-settings-view.ts";

/**
 * Opens the section that was chosen in the list or that another screen links to, else a section in
 * which something waits for a person, else the section that was shown last.
 */
export function SettingsView() {
  const { t } = useTranslation();
  const isPacker = useSettingsView(({ signIn }) => isPackerHere(signIn));
  const all = useSections();
  const sections = isPacker ? all.filter(({ isForPackers }) => isForPackers === true) : all;
  const open = useSettingsView(({ settingsPart, lastSection }) =>
    sectionOf(sections, settingsPart, lastSection),
  );
  const pane = useRef<HTMLDivElement>(null);
  const walk = useRef<HTMLElement | null>(null);
  const name = open?.name;
  const [typed, setTyped] = useState("");
  useSectionShown(name, pane);
  if (open === undefined) return null;

  return (
    <ListView title={t("settings.title")} tools={<Tools typed={typed} onType={setTyped} />}>
      <div className={styles["halves"]} onPointerDown={() => (walk.current = null)}>
        {typed.trim() === "" ? (
          <>
            <SectionChoice sections={sections} open={open} walk={walk} />
            <SectionList sections={sections} open={open} walk={walk} />
          </>
        ) : (
          <FoundSettings typed={typed} onOpen={() => setTyped("")} />
        )}
        <div
          ref={pane}
          id={PANE_ID}
          className={styles["pane"]}
          role="tabpanel"
          aria-labelledby={listID(open.name)}
          tabIndex={-1}
          onFocus={() => {
            // A form may take the focus when it appears; while arrows move through the list, the
            // focus returns to the list.
            walk.current?.focus();
            walk.current = null;
          }}
        >
          <Suspense fallback={<p>{t("app.loading")}</p>}>
            <open.Screen key={open.name} />
          </Suspense>
        </div>
      </div>
    </ListView>
  );
}

/** The search field, and a button that opens the guides, which the rail leaves out. */
function Tools(props: ComponentProps<typeof FindField>) {
  const { t } = useTranslation();
  const follow = useSettingsView((store) => store.followLink);
  return (
    <>
      <FindField {...props} />
      <span className={styles["help"]}>
        <Button small rank="quiet" keyName="Alt+H" onPress={() => follow(HELP_VIEW)}>
          {t("app.view.help")}
        </Button>
      </span>
    </>
  );
}

/**
 * Shows a newly opened section from its top. A section that another screen links to takes the focus
 * unless its form does.
 */
function useSectionShown(
  name: SettingsPart | undefined,
  pane: RefObject<HTMLDivElement | null>,
): void {
  const keep = useSettingsView((store) => store.keepSection);
  useEffect(() => {
    if (name !== undefined) keep(name);
    pane.current?.scrollTo({ top: 0 });
    if (name !== undefined)
      document
        .getElementById(listID(name))
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // The button that led here is gone with its section or its view, or hidden while this section
    // loads. From another view, the heading has taken the focus.
    const focused = document.activeElement;
    const { settingsPart, settingsChosen } = useSettingsView.getState();
    const isLinked = settingsPart !== null && !settingsChosen;
    if (
      focused === document.body ||
      focused?.checkVisibility() === false ||
      (isLinked && focused?.tagName === "H1")
    )
      pane.current?.focus({ preventScroll: true });
  }, [keep, name, pane]);
}

/**
 * The arrows up and down open a section; Enter and the right arrow move the focus into the open
 * section.
 */
function SectionList({ sections, open, walk }: SectionListProps) {
  const { t } = useTranslation();
  const choose = useSettingsView((store) => store.chooseSettings);
  const at = sections.indexOf(open);
  const onKeyDown = (event: KeyboardEvent): void => {
    walk.current = null;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === "ArrowRight") {
      event.preventDefault();
      return focusPane();
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: sections.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = sections[to];
    if (next === undefined) return;
    choose(next.name);
    walk.current = document.getElementById(listID(next.name));
    walk.current?.focus();
  };
  return (
    <div
      className={styles["list"]}
      role="tablist"
      aria-orientation="vertical"
      aria-label={t("settings.sections")}
      onKeyDown={onKeyDown}
    >
      {sections.map((section, i) => (
        <Fragment key={section.name}>
          {section.group === sections[i - 1]?.group ? null : (
            <span className={styles["group"]} role="presentation">
              {t(`settings.group.${section.group}`)}
            </span>
          )}
          <SectionTab section={section} isOpen={section === open} />
        </Fragment>
      ))}
    </div>
  );
}

function SectionTab({
  section: { name, title, needsPerson },
  isOpen,
}: {
  readonly section: SettingsSection;
  readonly isOpen: boolean;
}) {
  const { t } = useTranslation();
  const choose = useSettingsView((store) => store.chooseSettings);
  const Icon = SECTION_ICONS[name];
  const isMarked = useSettingsView(() => needsPerson?.() === true);
  return (
    <button
      type="button"
      role="tab"
      id={listID(name)}
      className={styles["tab"]}
      aria-selected={isOpen}
      aria-controls={PANE_ID}
      tabIndex={isOpen ? 0 : -1}
      onClick={() => choose(name)}
    >
      {Icon === undefined ? null : <Icon size={17} strokeWidth={1.75} aria-hidden="true" />}
      <span>{t(title)}</span>
      {isMarked ? (
        <Mark tone="attention">
          <span className="hidden">{t("settings.needsPerson")}</span>
        </Mark>
      ) : null}
    </button>
  );
}
