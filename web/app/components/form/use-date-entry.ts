import { formatDay, isWholeDay, notADate, readTypedDay, typedDay } from '@banbo/contract';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

export type DateEntryProps = {
  /** A day as `2026-11-22`, or the text that is none. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  /** The first and the last day that may be given. */
  min?: string | undefined;
  max?: string | undefined;
  error?: ReactNode;
};

const problemOf = ({ value, min, max }: Pick<DateEntryProps, 'value' | 'min' | 'max'>): string | null => {
  if (value === '') return null;
  if (readTypedDay(value) !== value) return notADate(value);
  if (min !== undefined && value < min) return `Give a date from ${formatDay(min)} on.`;
  return max !== undefined && value > max ? `Give a date up to ${formatDay(max)}.` : null;
};

/**
 * A day that is typed day first, whatever the browser's language. It gives on `2026-11-22`; a text
 * that is no day it gives on as it is, so that it survives and is refused.
 */
export const useDateEntry = ({ value, onChange, onBlur, min, max, error }: DateEntryProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [typing, setTyping] = useState<{ text: string; value: string } | null>(null);
  // A value that came from elsewhere meanwhile replaces what was being typed.
  const typed = typing?.value === value ? typing.text : null;
  const isDay = readTypedDay(value) === value;
  const problem = problemOf({ value, min, max });
  useEffect(() => {
    // A form without checks of its own is not sent with it.
    input.current?.setCustomValidity(problem ?? '');
  }, [problem]);

  const type = (text: string): void => {
    const read = (isWholeDay(text) && readTypedDay(text, max)) || text;
    setTyping({ text, value: read });
    if (read !== value) onChange(read);
  };
  /** Completes a short year, and shows the day as every other one. */
  const settle = (): void => {
    setTyping(null);
    const read = readTypedDay(value, max) ?? value.trim();
    if (read !== value) onChange(read);
  };
  /** While somebody types, nothing is wrong yet. A form says better what is wrong with a day. */
  const shownError = (): ReactNode => {
    if (typed !== null && !error) return undefined;
    return isDay ? error || problem : problem || error;
  };
  return {
    input,
    /** The day that is given; undefined while the field has none. */
    day: isDay ? value : undefined,
    error: shownError(),
    pick: (day: string): void => {
      setTyping(null);
      onChange(day);
    },
    inputProps: {
      value: typed ?? (isDay ? typedDay(value) : value),
      placeholder: 'dd/mm/yyyy',
      inputMode: 'numeric',
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        settle();
        onBlur?.(event);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // It sends the form, which takes the day as it will stand there.
        if (event.key === 'Enter') settle();
      },
    },
  } as const;
};

export type DateEntry = ReturnType<typeof useDateEntry>;
