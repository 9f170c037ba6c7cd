/** Fields of a react-hook-form form: an error is shown at its field until the field changes. */
import { useController, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { Field, type FieldProps } from "./Field.tsx";
import { Select, type SelectProps } from "./Select.tsx";

type InForm<Typed extends FieldValues, Read> = {
  readonly form: UseFormReturn<Typed, unknown, Read>;
  readonly name: Path<Typed>;
  /** Returns the words for an error. @param message The schema's message. */
  readonly wrongWords: (message: string) => string;
  /** Called after the value has changed. */
  readonly onChanged?: (value: string) => void;
};
type Kept = "value" | "onChange" | "wrong" | "inputRef";

/** A text field of a form. */
export function FormField<Typed extends FieldValues, Read>({
  form,
  name,
  wrongWords,
  onChanged,
  ...rest
}: InForm<Typed, Read> & Omit<FieldProps, Kept>) {
  return (
    <Field
      {...rest}
      {...useFieldOf({ form, name, wrongWords, ...(onChanged === undefined ? {} : { onChanged }) })}
    />
  );
}

/** A select list of a form. */
export function FormSelect<Typed extends FieldValues, Read>({
  form,
  name,
  wrongWords,
  onChanged,
  ...rest
}: InForm<Typed, Read> & Omit<SelectProps, Kept>) {
  return (
    <Select
      {...rest}
      {...useFieldOf({ form, name, wrongWords, ...(onChanged === undefined ? {} : { onChanged }) })}
    />
  );
}

function useFieldOf<Typed extends FieldValues, Read>({
  form,
  name,
  wrongWords,
  onChanged,
}: InForm<Typed, Read>) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    value: String(field.value),
    inputRef: field.ref,
    wrong: fieldState.error === undefined ? null : wrongWords(fieldState.error.message ?? ""),
    onChange(value: string) {
      field.onChange(value);
      // The new text is validated on submit, not letter by letter.
      form.clearErrors(name);
      onChanged?.(value);
    },
  };
}
