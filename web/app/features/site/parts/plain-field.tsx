import type { ReactNode } from 'react';
import styles from './plain-field.module.css';

type Common = { name: string; label: string; error?: string | undefined; hint?: ReactNode };

const describedBy = (name: string, error?: string, hint?: ReactNode) =>
  [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined;

type TextProps = Common & {
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  value?: string;
  onChange?: (value: string) => void;
};

/** A field of a plain public page's form: one line. */
export function PlainField({ name, label, error, hint, type = 'text', autoComplete, value, onChange }: TextProps) {
  return (
    <Frame name={name} label={label} error={error} hint={hint}>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, error, hint)}
        {...(value !== undefined && { value })}
        {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
      />
    </Frame>
  );
}

type AreaProps = Common & { rows?: number; maxLength?: number; value?: string; onChange?: (value: string) => void };

/** A field of several lines. */
export function PlainArea({ name, label, error, hint, rows = 6, maxLength, value, onChange }: AreaProps) {
  return (
    <Frame name={name} label={label} error={error} hint={hint}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        maxLength={maxLength}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, error, hint)}
        {...(value !== undefined && { value })}
        {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
      />
    </Frame>
  );
}

function Frame({ name, label, error, hint, children }: Common & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {children}
      <p id={`${name}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
      {hint && (
        <div id={`${name}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}
