import { type FocusEvent, type ReactNode, use } from 'react';
import { fieldId } from '~/lib/form/check-by.ts';
import styles from './form-field.module.css';
import { FormSkinContext } from './form-skin.tsx';

/** The props of every form field: a text value by name, with its error beside it. */
export type FieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent) => void;
  error?: ReactNode;
  /** A line under the field that an error replaces, so that the fields of a row stay level. */
  hint?: ReactNode;
  required?: boolean;
  autoComplete?: string;
};

/** The id of the line under a field: its error or its hint. */
export const lineId = (name: string): string => `${fieldId(name)}-line`;

/** Props of all inputs. Nearly every field is required, so an optional one says so in its hint. */
export const inputProps = ({ name, value, error, hint, required, onBlur, autoComplete }: FieldProps) => ({
  id: fieldId(name),
  name,
  value,
  required: required ?? false,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? lineId(name) : undefined,
  onBlur,
  autoComplete,
});

type Props = Pick<FieldProps, 'name' | 'label' | 'error' | 'hint' | 'required'> & {
  keepsRoom?: boolean;
  children: ReactNode;
};

/** Label, input, and the line under it. */
export function FormFrame({ name, label, error, hint, required = false, keepsRoom = false, children }: Props) {
  const { Frame } = use(FormSkinContext);
  const line = { label, error, hint, isRequired: required, keepsRoom };
  return (
    <Frame id={fieldId(name)} lineId={lineId(name)} {...line}>
      {children}
    </Frame>
  );
}

/** Fields that stay disabled until scripts run, because React would lose earlier input. */
export function FormFieldset({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset} disabled={!isReady}>
      {children}
    </fieldset>
  );
}

type FormSubmitProps = { isBusy: boolean; disabled?: boolean; children: ReactNode };

/** The button that sends a form. While it is being sent, another press does nothing. */
export function FormSubmit({ isBusy, disabled = false, children }: FormSubmitProps) {
  return (
    <button type="submit" className="button" disabled={disabled} aria-busy={isBusy} data-busy={isBusy || undefined}>
      {children}
    </button>
  );
}
