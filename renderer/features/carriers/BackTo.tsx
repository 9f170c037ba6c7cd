/** The command at the top of a page that goes back to its list. */
import { ArrowLeft } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { useEscCloses } from "../../ui/use-esc-closes.ts";

type BackToProps = { readonly words: string; readonly onBack: () => void };

/** Shows the command; Esc runs it too. Typed text stays until it is saved. */
export function BackTo({ words, onBack }: BackToProps) {
  useEscCloses(onBack);
  return (
    <div>
      <Button small rank="quiet" keyName="Esc" onPress={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        {words}
      </Button>
    </div>
  );
}
