/** Ctrl+K: one field that finds views, commands, orders and people. A scan passes through it, as through every other field. */
import { useTranslation } from "react-i18next";
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, TextField } from "react-aria-components";
import { useState } from "react";
import { useShared } from "../../store/shared.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { PARTS } from "../parts.ts";
import { matching, paletteEntries } from "./palette-entries.ts";
import styles from "./Palette.module.css";
import { useFound } from "./use-found.ts";

/** The palette over the open view; Esc and a press beside it close it. */
export function Palette() {
  const { t } = useTranslation();
  const view = useShared((store) => store.view);
  const showView = useShared((store) => store.showView);
  const close = useShared((store) => store.showPalette);
  const [typed, setTyped] = useState("");
  const found = useFound(typed);
  const entries = matching(paletteEntries(PARTS, { view, showView }), typed, ({ words }) => t(words));
  const all = [...entries, ...found.flatMap((group) => group.found)];

  const choose = (id: string): void => {
    close(false);
    all.find((entry) => entry.id === id)?.run();
  };

  return (
    <div className={styles["over"]} onPointerDown={(event) => event.target === event.currentTarget && close(false)} data-testid="palette">
      <section className={styles["palette"]} role="dialog" aria-label={t("palette.title")}>
        <Autocomplete inputValue={typed} onInputChange={setTyped} filter={() => true}>
          <TextField aria-label={t("palette.title")} className={styles["field"] ?? ""} autoFocus>
            <Input placeholder={t("palette.hint")} />
          </TextField>
          <Menu className={styles["list"] ?? ""} aria-label={t("palette.title")} onAction={(id) => choose(String(id))} renderEmptyState={() => <p className={styles["none"]}>{t("palette.none")}</p>}>
            {entries.length === 0 ? null : (
              <MenuSection className={styles["group"] ?? ""}>
                <Header>{t("palette.commands")}</Header>
                {entries.map(({ id, words, keyName }) => (
                  <MenuItem key={id} id={id} textValue={t(words)} className={styles["entry"] ?? ""}>
                    <span>{t(words)}</span>
                    {keyName === undefined ? null : <Kbd>{keyName}</Kbd>}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
            {found.map((group) => (
              <MenuSection key={group.title} className={styles["group"] ?? ""}>
                <Header>{t(group.title)}</Header>
                {group.found.map(({ id, text, detail }) => (
                  <MenuItem key={id} id={id} textValue={text} className={styles["entry"] ?? ""}>
                    <span>{text}</span>
                    <span className={styles["detail"]}>{detail}</span>
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Autocomplete>
      </section>
    </div>
  );
}
