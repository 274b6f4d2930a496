import styles from './skeleton-rows.module.css';
import { Cell, Row } from './table-parts.tsx';

const ROWS = 6;

/** Grey bars where rows will be, so that the page does not jump when they come. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <Row key={row} className={styles.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Cell key={column}>
          <span />
        </Cell>
      ))}
    </Row>
  ));
}
