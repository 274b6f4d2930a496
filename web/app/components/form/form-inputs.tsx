import { type ChangeEvent, type FocusEvent, type HTMLAttributes, type ReactNode, use } from 'react';
import { fieldId } from '~/lib/form/check-by.ts';
import styles from './form-field.module.css';
import { type FieldProps, FormFrame, inputProps, lineId } from './form-frame.tsx';
import { FormSkinContext } from './form-skin.tsx';

type Props = {
  name: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null;
  /** A line under it that an error replaces. */
  hint?: string;
};

/** A checkbox. */
export function FormCheck({ name, label, checked, onChange, error, hint }: Props) {
  const { Check } = use(FormSkinContext);
  return (
    <Check
      id={fieldId(name)}
      lineId={lineId(name)}
      name={name}
      label={label}
      checked={checked}
      error={error ?? null}
      hint={hint}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? lineId(name) : undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

type Choice = string | { value: string; label: string };
type FormChoiceProps = FieldProps & { choices: readonly Choice[]; placeholder?: string; disabled?: boolean };

const option = (choice: Choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice);

/** A choice from a short list, by the device's own picker, which phones show full-screen. */
export function FormChoice({ choices, placeholder = 'Choose…', disabled = false, ...field }: FormChoiceProps) {
  const { Select } = use(FormSkinContext);
  return (
    <FormFrame {...field}>
      <Select
        {...inputProps(field)}
        disabled={disabled}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      >
        <option value="" disabled={field.required === true}>
          {placeholder}
        </option>
        {choices.map(option).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FormFrame>
  );
}

type FormFixedProps = {
  name: string;
  label: string;
  value: string;
  hint?: ReactNode;
  placeholder?: string;
  /** A note under the value, which screen readers announce; it refuses nothing. */
  warning?: string | null;
};

/** A read-only value: computed, or filled in by a look-up. */
export function FormFixed({ name, label, value, hint, placeholder = '', warning }: FormFixedProps) {
  const { Line } = use(FormSkinContext);
  const line = warning === undefined ? hint : <Warned hint={hint} warning={warning} />;
  return (
    <FormFrame name={name} label={label} hint={line}>
      <Line
        id={fieldId(name)}
        name={name}
        value={value}
        isFixed
        placeholder={placeholder}
        aria-describedby={line ? lineId(name) : undefined}
        readOnly
      />
    </FormFrame>
  );
}

function Warned({ hint, warning }: { hint: ReactNode; warning: string | null }) {
  return (
    <>
      {hint}
      <span role="status" className={styles.warning}>
        {warning}
      </span>
    </>
  );
}

type FormTextProps = FieldProps & {
  maxLength?: number;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readOnly?: boolean;
  placeholder?: string;
};

/**
 * Raises the text to uppercase without moving the caret. Text that a phone's keyboard still
 * composes is raised on leaving the field: changing it earlier doubles letters.
 */
const raise = (event: ChangeEvent<HTMLInputElement>): string => {
  const input = event.currentTarget;
  const { isComposing } = event.nativeEvent as InputEvent;
  const raised = input.value.toUpperCase();
  if (isComposing || raised === input.value) return input.value;
  const { selectionStart, selectionEnd } = input;
  input.value = raised;
  input.setSelectionRange(selectionStart, selectionEnd);
  return raised;
};

/** A line of text that is shown and sent in uppercase. */
export function FormText({ maxLength, inputMode, readOnly, placeholder, ...field }: FormTextProps) {
  const { Line } = use(FormSkinContext);
  const leave = (event: FocusEvent) => {
    if (field.value !== field.value.toUpperCase()) field.onChange(field.value.toUpperCase());
    field.onBlur?.(event);
  };
  return (
    <FormFrame {...field}>
      <Line
        {...inputProps(field)}
        className="uppercase"
        maxLength={maxLength}
        inputMode={inputMode}
        readOnly={readOnly}
        placeholder={placeholder}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => field.onChange(raise(event))}
        onBlur={leave}
      />
    </FormFrame>
  );
}
