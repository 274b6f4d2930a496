import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from '../sign-in.module.css';

/** The confirmation after a password was set; Ok, and Escape, lead to the sign-in page. */
export function PasswordIsSet({ opened, onOk, children }: { opened: boolean; onOk: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (opened) dialog.current?.showModal();
  }, [opened]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={title} onClose={onOk}>
      <h2 id={title}>Your password is set</h2>
      <p>{children}</p>
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        Ok
      </button>
    </dialog>
  );
}
