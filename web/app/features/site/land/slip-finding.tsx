import { NOT_TITLE, type SlipFinding } from '@banbo/contract';
import styles from './slip-finding.module.css';

/** The sentences of a slip, and that it is no title. */
export const SlipFindingLines = ({ finding }: { finding: SlipFinding }) => (
  <>
    <ul className={styles.lines}>
      {finding.lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <p className="muted">{NOT_TITLE}</p>
  </>
);

/** The slip as PDF, which its code opens. */
export const SlipPdfLink = ({ code, number }: { code: string; number: string }) => (
  <a href={`/api/land_slips/file?code=${encodeURIComponent(code)}`} target="_blank" rel="noopener">
    Open the slip {number} (PDF)
  </a>
);
