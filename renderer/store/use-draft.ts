/** Fields of a form that keeps its unsaved text while another view is open. */
import { useState } from "react";
import { useShared } from "./shared.ts";

type Texts = Readonly<Record<string, string>>;
type Typed<T extends Texts> = {
  /** Current values of the fields. */
  readonly typed: T;
  readonly change: (part: Partial<T>) => void;
  /** Deletes the draft, after saving or cancelling: the fields show `start` again. */
  readonly forget: () => void;
};

/** Returns the fields of `next` that differ from `start`, except secret fields. */
export function changedTexts<T extends Texts>(
  start: T,
  next: T,
  secrets: readonly string[] = [],
): Texts {
  return Object.fromEntries(
    Object.entries(next).filter(
      ([field, text]) => text !== start[field] && !secrets.includes(field),
    ),
  );
}

/**
 * Reads and writes the draft of a form.
 *
 * @param form Name of the draft in the store. A form that exists once per entry adds the entry's
 *   id.
 * @param start Initial values of the fields.
 * @param secrets Fields that are not stored in the draft, so their text is lost when the form
 *   closes.
 */
export function useDraft<T extends Texts>(
  form: string,
  start: T,
  secrets: readonly (keyof T & string)[] = [],
): Typed<T> {
  const draft = useShared((store) => store.drafts[form]);
  const keep = useShared((store) => store.keepDraft);
  const [hidden, setHidden] = useState<Texts>({});
  const typed: T = { ...start, ...draft, ...hidden };
  return {
    typed,
    change(part) {
      const next = { ...typed, ...part };
      setHidden(Object.fromEntries(secrets.map((field) => [field, next[field]])));
      keep(form, changedTexts(start, next, secrets));
    },
    forget() {
      setHidden({});
      keep(form, null);
    },
  };
}
