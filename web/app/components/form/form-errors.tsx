import { fieldId } from '~/lib/form/check-by.ts';
import styles from './form-errors.module.css';

export type FieldError = { name: string; label: string; message: string };

/** The errors of a form, with a link to each field. Announced when it appears. */
export function FormErrors({ errors }: { errors: readonly FieldError[] }) {
  if (errors.length === 0) return null;
  const count = errors.length === 1 ? 'One field needs' : `${errors.length} fields need`;
  return (
    <div className={styles.errors} role="alert">
      <p>
        <strong>{count} your attention</strong>
      </p>
      <ul>
        {errors.map(({ name, label, message }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.link}
              onClick={() => document.getElementById(fieldId(name))?.focus()}
            >
              {label}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
