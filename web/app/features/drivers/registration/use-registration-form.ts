import { useForm } from '@mantine/form';
import { checkField } from './check-field.ts';
import {
  EMPTY_REGISTRATION,
  FIELDS,
  type RegistrationValues,
  TEXT_NAMES,
  type TextName,
} from './registration-values.ts';
import { WIZARD_PAGES } from './wizard-pages.ts';

const REQUIRED = new Set(WIZARD_PAGES.flatMap(({ required }) => required));

const RULES = Object.fromEntries(
  TEXT_NAMES.map((name) => [name, (_: unknown, values: RegistrationValues) => checkField(name, values)]),
);

/** The wizard's form state. A field's error appears on leaving it and goes when it is changed. */
export const useRegistrationForm = () => {
  const form = useForm<RegistrationValues>({
    initialValues: EMPTY_REGISTRATION,
    validate: RULES,
    validateInputOnBlur: true,
  });

  /** The props by which a form field shows and changes one value. */
  const field = (name: TextName) => {
    const { value, error, onChange, onBlur } = form.getInputProps(name);
    return {
      name,
      label: FIELDS[name].label,
      required: REQUIRED.has(name),
      value: String(value),
      error,
      onChange: (text: string) => onChange(text),
      onBlur: () => onBlur(),
    };
  };

  /** Shows what is wrong with these fields, and gives the first of them that is wrong. */
  const check = (names: readonly TextName[]): TextName | undefined => {
    const values = form.getValues();
    const wrong = names.filter((name) => checkField(name, values) !== null);
    form.setErrors(Object.fromEntries(wrong.map((name) => [name, checkField(name, values)])));
    return wrong[0];
  };

  return { ...form, field, check };
};

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;
