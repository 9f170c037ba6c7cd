/** A field for the code of a label that cannot be scanned. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { CODE_FIELD_ID } from "./hand-over-commands.ts";
import styles from "./HandOver.module.css";
import { useHandOver } from "./use-hand-over.ts";

/** Shows the field; Enter counts the code. */
export function CodeField() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const scan = useHandOver((store) => store.scanParcel);
  const takesOff = useHandOver((store) => store.takesOff);
  const send = (): void => {
    const code = text.trim();
    setText("");
    if (code !== "") void scan(code);
  };
  return (
    <form
      className={styles["code"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={CODE_FIELD_ID}>{t("handOver.code")}</label>
      <input
        id={CODE_FIELD_ID}
        type="text"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="F2"
        onChange={(event) => setText(event.target.value)}
      />
      <Button submits small keyName="F2">
        {t(takesOff ? "handOver.codeOff" : "handOver.codeCount")}
      </Button>
    </form>
  );
}
