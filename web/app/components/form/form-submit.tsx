import type { ReactNode } from 'react';

type Props = { isBusy: boolean; disabled?: boolean; children: ReactNode };

/** The button that sends a form. While it is being sent, another press does nothing. */
export function FormSubmit({ isBusy, disabled = false, children }: Props) {
  return (
    <button type="submit" className="button" disabled={disabled} aria-busy={isBusy} data-busy={isBusy || undefined}>
      {children}
    </button>
  );
}
