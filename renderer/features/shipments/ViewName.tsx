/** The field for the name under which the current filter is saved as a view. */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import styles from "./Shipments.module.css";
import { useShipments } from "./use-shipments.ts";

/** Shows the field; Esc cancels. */
export function ViewName({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const views = useShipments((store) => store.shipmentViews);
  const save = useShipments((store) => store.saveShipmentView);
  const [name, setName] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    save(name.trim());
    onEnd();
  };
  const isTaken = views.some((view) => view.name === name.trim());
  useEscCloses(onEnd);
  useFocusBack();
  return (
    <form className={styles["notice"]} onSubmit={send}>
      <Field
        label={t("shipments.views.name")}
        value={name}
        onChange={setName}
        focusNow
        {...(isTaken ? { hint: t("shipments.views.replaces") } : {})}
      >
        <Button submits rank="primary" disabled={name.trim() === ""}>
          {t("shipments.views.save")}
        </Button>
        <Button rank="quiet" keyName="Esc" onPress={onEnd}>
          {t("shipments.close")}
        </Button>
      </Field>
    </form>
  );
}
