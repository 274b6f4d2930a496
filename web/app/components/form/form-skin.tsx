import { type ComponentProps, type ComponentType, createContext, type ReactNode } from 'react';
import styles from './form-field.module.css';

export type FrameProps = {
  /** The ids of the input, and of the line below it. */
  id: string;
  lineId: string;
  label: string;
  error?: ReactNode;
  hint?: ReactNode;
  isRequired: boolean;
  /** Reserves a line for an error, so that the button below does not move under a press. */
  keepsRoom: boolean;
  children: ReactNode;
};

export type LineProps = ComponentProps<'input'> & {
  /** Within the field's border: such as a country code, or a button. */
  before?: ReactNode;
  after?: ReactNode;
  /** A list opens below it; the caller positions both. */
  isChoice?: boolean;
  /** Computed, so that nobody types there. */
  isFixed?: boolean;
};

export type CheckProps = ComponentProps<'input'> & {
  lineId: string;
  label: ReactNode;
  error?: string | null;
  hint?: string | undefined;
};

/** How form fields are drawn. What they do is the same on the public site and in the office. */
export type FormSkin = {
  Frame: ComponentType<FrameProps>;
  Line: ComponentType<LineProps>;
  Area: ComponentType<ComponentProps<'textarea'>>;
  Select: ComponentType<ComponentProps<'select'>>;
  Check: ComponentType<CheckProps>;
  /** The class of a button within a field's border. */
  innerButton: string | undefined;
};

/** Label, input, and the line under it, always there so that screen readers announce it. */
function Frame({ id, lineId, label, error, hint, keepsRoom, children }: FrameProps) {
  return (
    <div className={styles.field} data-keeps-room={keepsRoom || undefined}>
      <label htmlFor={id}>{label}</label>
      {children}
      <div id={lineId} className={error ? styles.error : styles.hint} aria-live="polite">
        {error || hint}
      </div>
    </div>
  );
}

const joinClasses = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

function Line({ before, after, isFixed = false, isChoice = false, className, ...own }: LineProps) {
  const input = <input {...own} className={joinClasses(styles.input, isFixed && styles.fixed, className)} />;
  if (isChoice)
    return (
      <>
        {input}
        <span className={styles.chevron} aria-hidden="true" />
      </>
    );
  if (!before && !after) return input;
  return (
    <div className={styles.joined} data-invalid={own['aria-invalid'] ? '' : undefined}>
      {before && <span className={styles.code}>{before}</span>}
      {input}
      {after}
    </div>
  );
}

function Check({ lineId, label, error, hint, ...own }: CheckProps) {
  return (
    <div>
      <label className={styles.check}>
        <input {...own} type="checkbox" />
        {label}
      </label>
      <p id={lineId} className={error || !hint ? styles.error : styles.hint} aria-live="polite">
        {error || hint}
      </p>
    </div>
  );
}

/** The public site's fields: of plain elements, since the library is too much for slow lines. */
const PUBLIC_SKIN: FormSkin = {
  Frame,
  Line,
  Area: (own) => <textarea {...own} className={styles.input} />,
  Select: (own) => <select {...own} className={styles.input} />,
  Check,
  innerButton: styles.eye,
};

/** The skin of all form fields below; the office's shell gives its own. */
export const FormSkinContext = createContext(PUBLIC_SKIN);
