import { use, useState } from 'react';
import styles from './form-field.module.css';
import { type FieldProps, FormFrame, inputProps, lineId } from './form-frame.tsx';
import { FormSkinContext } from './form-skin.tsx';

type Props = FieldProps & {
  /** The accessible name of the eye: `Show or hide the password`. */
  toggleLabel?: string;
  /** Reserves a line for an error, so that the button below does not move under a press. */
  keepsRoom?: boolean;
};

/** A password, hidden until the person shows it. Its hint stays beside an error. */
export function FormPassword({ toggleLabel = 'Show or hide the password', hint, keepsRoom = false, ...field }: Props) {
  const { Line, innerButton } = use(FormSkinContext);
  const [isShown, setShown] = useState(false);
  const hintId = `${lineId(field.name)}-hint`;
  const props = inputProps(field);
  return (
    <FormFrame {...field} keepsRoom={keepsRoom}>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <Line
        {...props}
        aria-describedby={[hint && hintId, props['aria-describedby']].filter(Boolean).join(' ') || undefined}
        type={isShown ? 'text' : 'password'}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => field.onChange(event.currentTarget.value)}
        after={
          <button
            type="button"
            className={innerButton}
            aria-label={toggleLabel}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <svg
              viewBox="0 0 24 24"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
              <circle cx="12" cy="12" r="3" />
              {isShown && <path d="m4 4 16 16" />}
            </svg>
          </button>
        }
      />
    </FormFrame>
  );
}
