/**
 * The panel of the row in hand, next to its list. The list keeps the focus while arrows change the
 * panel; Enter goes into the panel and Esc comes back. In a narrow window the panel covers the
 * list, and is shown only while a person is in it; Tab then stays in it.
 */
import { X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { keepTabIn } from "./keep-tab-in.ts";
import { followNarrow, isNarrow } from "./narrow.ts";
import { scrollByKey } from "./scroll-by-key.ts";
import styles from "./SidePanel.module.css";

type SidePanelProps = {
  /** Accessible name: the row in hand. */
  readonly label: string;
  /** Changes with the row in hand, so that the panel starts at its top. */
  readonly rowID: string;
  readonly onClose: () => void;
  /** Whether the panel has room for a form. */
  readonly isWide?: boolean;
  readonly testID?: string;
  readonly children: ReactNode;
};

/** Shows the panel with a button that closes it. */
export function SidePanel({
  label,
  rowID,
  onClose,
  isWide = false,
  testID,
  children,
}: SidePanelProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  const isCovering = useIsNarrow();
  // A command that has ended takes its focused button away; the focus then stays in the panel.
  // A part that returns the focus when it closes does so first.
  useEffect(() =>
    queueMicrotask(() => {
      if (isInside.current && document.activeElement === document.body)
        panel.current?.focus({ preventScroll: true });
    }),
  );
  useEffect(() => {
    if (body.current !== null) body.current.scrollTop = 0;
  }, [rowID]);
  return (
    <aside
      ref={panel}
      onKeyDown={(event) => {
        if (isCovering) keepTabIn(event);
        scrollByKey(event, body.current);
      }}
      onFocus={() => (isInside.current = true)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && panel.current?.contains(relatedTarget) !== true)
          isInside.current = false;
      }}
      className={styles["panel"]}
      aria-label={label}
      tabIndex={-1}
      data-side-panel=""
      data-wide={isWide ? true : undefined}
      data-testid={testID}
    >
      <button
        type="button"
        className={styles["close"]}
        aria-label={t("list.closePanel")}
        onClick={onClose}
      >
        <X size={16} aria-hidden="true" />
      </button>
      <div ref={body} className={styles["body"]}>
        {children}
      </div>
    </aside>
  );
}

/** Returns whether the window is too narrow for a list and a panel side by side. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(followNarrow, isNarrow);
}
