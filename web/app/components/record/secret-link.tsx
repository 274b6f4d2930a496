import { TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-link.module.css';

/** A link that is shown only once, to be copied or read out. */
export function SecretLink({ label, link }: { label: string; link: string }) {
  return (
    <div className={styles.link}>
      <TextInput label={label} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={link} of={label} className="button" />
    </div>
  );
}
