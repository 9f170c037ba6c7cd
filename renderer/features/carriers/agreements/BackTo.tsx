/** The command at the top of a page that goes back to the list of agreements. */
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useEscCloses } from "../../../ui/use-esc-closes.ts";
import type { OpenPage } from "./use-agreement-page.ts";

/** Shows the command; Esc runs it too. Typed text stays until it is saved. */
export function BackTo({ open }: { readonly open: OpenPage }) {
  const { t } = useTranslation();
  const back = (): void => open.go("list", open.id);
  useEscCloses(back);
  return (
    <div>
      <Button small rank="quiet" keyName="Esc" onPress={back}>
        <ArrowLeft size={16} aria-hidden="true" />
        {t("agreements.back")}
      </Button>
    </div>
  );
}
