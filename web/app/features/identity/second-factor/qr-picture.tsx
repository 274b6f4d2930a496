import styles from './second-factor.module.css';

/** The dark modules of a row as squares of a path. */
const squares = (row: string, y: number): string =>
  Array.from(row, (module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : '')).join('');

/** A QR code from its rows; black on white by night too, since cameras read it so. */
export function QrPicture({ rows, label }: { rows: readonly string[]; label: string }) {
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={rows.map(squares).join('')} />
    </svg>
  );
}
