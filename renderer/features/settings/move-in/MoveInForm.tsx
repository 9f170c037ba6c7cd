/** Form that starts a move, or continues the paused move with another token. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { startMoveIn } from "../../../../core/station/move-in/move-in.api.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useAct } from "../../../ui/use-act.ts";

type MoveInFormProps = {
  /** Address of the paused move that goes on with the token; null for a new move. */
  readonly known: string | null;
  readonly onStart: () => Promise<void>;
};

/** Shows the form. The token is not kept in the draft. */
export function MoveInForm({ known, onStart }: MoveInFormProps) {
  const { t } = useTranslation();
  const act = useAct();
  const { typed, change, forget } = useDraft("moveIn", { url: "", token: "" }, ["token"]);
  const [isChecked, setIsChecked] = useState(false);
  const isAgain = known !== null;
  const [url, token] = [known ?? typed.url.trim(), typed.token.trim()];
  const send = (): void => {
    setIsChecked(true);
    if (url === "" || token === "") return;
    void act.run(async () => {
      await call(startMoveIn, { body: { url, token } });
      setIsChecked(false);
      forget();
      await onStart();
    });
  };
  const wrong = (text: string, words: string): string | null =>
    isChecked && text === "" ? words : null;
  return (
    <ActForm
      title={isAgain ? t("moveIn.again") : t("moveIn.title")}
      lead={isAgain ? t("moveIn.againLead", { url: known }) : t("moveIn.lead")}
      command={isAgain ? t("moveIn.againNow") : t("moveIn.start")}
      act={act}
      onSubmit={send}
    >
      {isAgain ? null : (
        <Field
          label={t("moveIn.url")}
          hint={t("moveIn.urlHint")}
          value={typed.url}
          wrong={wrong(url, t("moveIn.noUrl"))}
          onChange={(text) => change({ url: text })}
        />
      )}
      <Field
        label={t("moveIn.token")}
        hint={t("moveIn.tokenHint")}
        secret
        value={typed.token}
        wrong={wrong(token, t("moveIn.noToken"))}
        onChange={(text) => change({ token: text })}
      />
    </ActForm>
  );
}
