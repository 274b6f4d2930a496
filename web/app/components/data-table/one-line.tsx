import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useHiddenSides } from '../page/use-hidden-sides.ts';
import styles from './one-line.module.css';

/**
 * Cuts a text to one line where its column has no room for more, with a button for the whole;
 * cards on phones show it whole. `label` names the text for that button: 'the permissions of
 * SuperUser'. A name breaks into two lines before it is cut, since half a name does not tell who it
 * is.
 */
export function OneLine({ label, isName, children }: { label: string; isName?: boolean; children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  const { below: isCut } = useHiddenSides(text);
  const [isWhole, setWhole] = useState(false);
  const word = isWhole ? 'Less' : 'More';
  return (
    <div className={styles.line} data-whole={isWhole || undefined}>
      <div ref={text} className={styles.text} data-whole={isWhole || undefined} data-name={isName || undefined}>
        {children}
      </div>
      {(isCut || isWhole) && (
        <UnstyledButton
          className={`link ${styles.more}`}
          {...{ mih: 24, fz: 13, fw: 500, lh: 1 }}
          aria-expanded={isWhole}
          aria-label={`${word} of ${label}`}
          onClick={() => setWhole(!isWhole)}
        >
          {word}
        </UnstyledButton>
      )}
    </div>
  );
}
