import { type Ref, useEffect, useRef } from 'react';
import styles from './error-line.module.css';

/** Why a form was refused: a new object for every refusal, so that the same words are announced again. */
export type Refused = {
  message: string;
  /** Moves the focus to the error line, for screen readers (SPEC §8); not while somebody is on the way to the next field. */
  focus: boolean;
};

/** Always in the page, so that screen readers announce what appears in it. Stands below what it must not push away. */
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
