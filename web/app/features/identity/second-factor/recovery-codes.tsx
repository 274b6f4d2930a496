import { useEffect, useId, useRef } from 'react';
import { CopyButton } from '~/components/record/copy-button.tsx';
import styles from './second-factor.module.css';

type Props = { codes: readonly string[]; onKept: () => void };

/** The recovery codes, which nothing shows again. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const title = useId();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section className={styles.codes} aria-labelledby={title}>
      <h2 id={title} ref={head} tabIndex={-1}>
        Your recovery codes
      </h2>
      <p>
        If your phone is lost or broken, one of these lets you in instead of its code. Each works once. Write them down
        or print them now: they are shown only here.
      </p>
      <ol className={styles.codeList}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <CopyButton text={codes.join('\n')} of="the recovery codes" className="button quiet" />
        <button type="button" className="button quiet" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="button" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </section>
  );
}
