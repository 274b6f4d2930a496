import { CopyButton } from '~/components/record/copy-button.tsx';
import styles from './record.module.css';

type Props = { text: string; shown?: string; of: string };

/** A code or number with a button that copies it, as it is entered elsewhere. */
export function Copied({ text, shown = text, of }: Props) {
  return (
    <span className={styles.copied}>
      <span>{shown}</span>
      <CopyButton text={text} of={of} className={styles.copy} />
    </span>
  );
}
