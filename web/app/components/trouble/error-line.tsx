import { type Ref, useEffect, useRef } from 'react';
import type { RefusalLine } from '~/lib/form/refusal.ts';
import styles from './error-line.module.css';

/** Always in the page, so that screen readers announce what appears in it. Stands below what it must not push away. */
export function ErrorLine({ refused }: { refused: RefusalLine | null }) {
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
