import styles from './form-field.module.css';
import { type FieldProps, inputProps } from './form-field.ts';
import { FormFrame } from './form-frame.tsx';

type Props = FieldProps & { rows?: number; maxLength?: number };

/** A text of several lines. */
export function FormArea({ rows = 6, maxLength, ...field }: Props) {
  return (
    <FormFrame {...field}>
      <textarea
        {...inputProps(field)}
        className={styles.input}
        rows={rows}
        maxLength={maxLength}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
    </FormFrame>
  );
}
