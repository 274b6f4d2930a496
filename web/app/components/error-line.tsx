import { type Ref, useEffect, useRef } from 'react';
import styles from './error-line.module.css';

/** The refusal of a form: a new object for each refusal, so that the same words are announced again. */
export type Refused = {
  message: string;
  /** Moves the focus to the error line, for screen readers; not while the person is on the way to the next field. */
  focus: boolean;
};

/**
 * Always in the page, so that screen readers announce text that appears in it. Stands below elements that must not
 * move.
 */
export function ErrorLine({ refused }: { refused: Refused | null }) {
  const line: Ref<HTMLParagraphElement> = useRef(null);
  useEffect(() => {
    if (refused?.focus) line.current?.focus();
  }, [refused]);
  return (
    <p ref={line} className={styles.line} role="alert" tabIndex={-1} data-empty={refused === null || undefined}>
      {refused?.message}
    </p>
  );
}
