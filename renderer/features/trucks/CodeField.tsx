/** A field for the code of a label that cannot be scanned. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { goOn } from "./hand-over-commands.ts";
import { CODE_FIELD_ID } from "./hand-over.slice.ts";
import styles from "./HandOver.module.css";
import { useHandOver } from "./use-hand-over.ts";

/** Shows the field; Enter counts the code. */
export function CodeField() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const scan = useHandOver((store) => store.scanParcel);
  const isLoading = useHandOver((store) => store.truckCarrier !== "");
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
      <label htmlFor={CODE_FIELD_ID}>
        <Kbd>F2</Kbd> {t("handOver.code")}
      </label>
      <input
        id={CODE_FIELD_ID}
        type="text"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="F2"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.repeat || text.trim() !== "") return;
          // Nothing is typed: Enter does what it does outside of the field.
          event.preventDefault();
          if (isLoading) goOn();
        }}
      />
      <Button submits small>
        {t(takesOff ? "handOver.codeOff" : "handOver.codeCount")}
      </Button>
    </form>
  );
}
