/** The fields of a form that keeps what is typed while another view is open. */
import { useState } from "react";
import { useShared } from "./shared.ts";

type Texts = Readonly<Record<string, string>>;
type Typed<T extends Texts> = {
  /** What the fields show now. */
  readonly typed: T;
  readonly change: (part: Partial<T>) => void;
  /** It was saved or given up: the fields show `start` again. */
  readonly forget: () => void;
};

/** Fields of `next` that differ from `start`, without secrets. */
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
 * @param form Its name in the store; with the id of what it changes, where there are several.
 * @param start What its fields begin with.
 * @param secrets Fields that are forgotten as soon as the form closes.
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
