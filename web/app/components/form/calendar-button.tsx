import { type ComponentType, useRef, useState } from 'react';
import { neededCode } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import type { DateCalendarProps } from './date-calendar.tsx';
import type { DateEntry } from './use-date-entry.ts';

type Props = {
  entry: DateEntry;
  min?: string | undefined;
  max?: string | undefined;
  className?: string | undefined;
  disabled?: boolean | undefined;
};

/** Opens the calendar of a field of a day; its code is fetched with the first press. */
export function CalendarButton({ entry, min, max, className, disabled }: Props) {
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = async () => {
    const code = Calendar ?? (await neededCode(() => import('./date-calendar.tsx'), toast.error))?.DateCalendar;
    if (!code) return;
    setCalendar(() => code);
    setOpen(!isOpen);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        disabled={disabled}
        aria-label="Open the calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void toggle()}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
          <path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8" />
        </svg>
      </button>
      {isOpen && Calendar && <Calendar day={entry.day} min={min} max={max} onPick={entry.pick} onClose={close} />}
    </>
  );
}
