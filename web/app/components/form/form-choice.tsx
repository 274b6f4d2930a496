import styles from './form-field.module.css';
import { type FieldProps, FormFrame, inputProps } from './form-frame.tsx';

type Choice = string | { value: string; label: string };
type Props = FieldProps & { choices: readonly Choice[]; placeholder?: string; disabled?: boolean };

const option = (choice: Choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice);

/** A choice from a short list, by the device's own chooser, which a phone shows full-screen. */
export function FormChoice({ choices, placeholder = 'Choose…', disabled = false, ...field }: Props) {
  return (
    <FormFrame {...field}>
      <select
        {...inputProps(field)}
        className={styles.input}
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
      </select>
    </FormFrame>
  );
}
