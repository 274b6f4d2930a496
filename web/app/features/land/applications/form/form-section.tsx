import type { ReactNode } from 'react';
import styles from './application-form.module.css';

type Props = { title: string; lead?: string; children: ReactNode };

/** A part of a long form under its heading. */
export const FormSection = ({ title, lead, children }: Props) => (
  <fieldset className={styles.section}>
    <legend>{title}</legend>
    {lead && <p className="soft">{lead}</p>}
    {children}
  </fieldset>
);

/** Fields beside each other, as many as there is room for. */
export const FormColumns = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>;

/** A field over all columns. */
export const WideField = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>;
