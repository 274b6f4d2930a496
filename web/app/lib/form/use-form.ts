import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useKeptFocus } from '../keep-focus.ts';
import { toast } from '../toast.ts';
import { useIsLeaving } from '../use-is-leaving.ts';
import { fieldId } from './check-by.ts';
import { type FieldErrors, type FormRefusal, type RefusalLine, refusalOf } from './refusal.ts';

/** A form's values by the names of its fields. */
export type FormValues = Readonly<Record<string, string | boolean>>;

const isSame = (a: FormValues, b: FormValues): boolean => Object.keys(a).every((name) => a[name] === b[name]);

/** The values and errors of a form. `getValues` includes changes since the last render. */
const useFormState = <V extends FormValues>(initial: V) => {
  const [values, showValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const latest = useRef(initial);
  const start = useRef(initial);
  const isEmptied = useRef(false);
  /** The fields that were typed into since the values were sent; null while none are under way. */
  const typed = useRef<Set<string> | null>(null);

  const setValues = (change: Partial<V>): void => {
    isEmptied.current = false;
    latest.current = { ...latest.current, ...change };
    showValues(latest.current);
  };
  const setFieldError = (name: keyof V & string, message: string): void =>
    setErrors((before) => ({ ...before, [name]: message }));
  const clearFieldError = (name: keyof V & string): void =>
    setErrors(({ [name]: gone, ...others }) => (gone === undefined ? { ...others } : others));

  return {
    values,
    errors,
    getValues: (): V => latest.current,
    setValues,
    setFieldValue: <K extends keyof V & string>(name: K, value: V[K]): void => {
      clearFieldError(name);
      typed.current?.add(name);
      setValues({ [name]: value } as unknown as Partial<V>);
    },
    setErrors,
    setFieldError,
    clearFieldError,
    clearErrors: (): void => setErrors({}),
    /**
     * Resets the form to its first values, or to others that then count as the first. What was
     * typed since the values were sent stays.
     */
    reset: (first: V = start.current): void => {
      const kept = Object.entries(latest.current).filter(([name]) => typed.current?.has(name));
      start.current = first;
      setValues({ ...first, ...Object.fromEntries(kept) });
      setErrors({});
      isEmptied.current = kept.length === 0;
    },
    /** Runs `work`, during which typing is for the next time that the form is sent. */
    whileSending: async (work: () => Promise<void>): Promise<void> => {
      typed.current = new Set();
      try {
        await work();
      } finally {
        typed.current = null;
      }
    },
    /** True from a reset until a value is set. */
    isEmptied: (): boolean => isEmptied.current,
    isDirty: !isSame(values, start.current),
    /** The same, before the change is rendered. */
    isDirtyNow: (): boolean => !isSame(latest.current, start.current),
  };
};

/** Runs one piece of work at a time; a second press meanwhile gets null from `runOnce`. */
export const useRunOnce = () => {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  useKeptFocus(isBusy);
  const runOnce = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (busy.current) return null;
    busy.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { isBusy, runOnce };
};

let isPressing = false;

const noteBegin = (): void => {
  isPressing = true;
};
const noteEnd = (): void => {
  isPressing = false;
};

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', noteBegin, true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, noteEnd, true);
}

/**
 * Resolves when no button or finger is down and the click has fired. A message that appears during
 * a press moves the button, and the click is lost.
 */
const pressEnded = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isPressing) return resolve();
    const end = (): void => {
      for (const name of ['pointerup', 'pointercancel']) document.removeEventListener(name, end, true);
      setTimeout(resolve);
    };
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, end, true);
  });

type Options<V extends FormValues> = {
  initial: V;
  /** Finds problems by the contract's schemas, which it may fetch first. */
  check?: (values: V) => FieldErrors | Promise<FieldErrors>;
  /** Fields to check on leaving them. */
  checkOnLeave?: readonly (keyof V & string)[];
  /**
   * The place of a refusal: `fields` with a toast for the rest; `line` below the form, for
   * sign-ins, which must not tell the wrong field; or the form itself shows it.
   */
  onRefused?: 'line' | ((refusal: FormRefusal, error: unknown) => void);
  /** The tab's name for the retry key of a form that must not count twice. */
  keyName?: string;
};

/** The field that comes first on the screen, whatever the schema's order. */
const firstOnPage = (names: readonly string[]): HTMLElement | undefined =>
  names
    .flatMap((name) => document.getElementById(fieldId(name)) ?? [])
    .reduce<HTMLElement | undefined>(
      (first, field) =>
        first && first.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING ? first : field,
      undefined,
    );

/**
 * A form: values, errors, checking, sending one at a time, and refusals. Input stays until a reset.
 * It replaces @mantine/form, whose 5.9 kB (compressed) are too much for public forms on slow lines.
 */
export const useForm = <V extends FormValues>({
  initial,
  check,
  checkOnLeave = [],
  onRefused,
  keyName,
}: Options<V>) => {
  const state = useFormState(initial);
  const { values, errors, getValues, setErrors, setFieldError } = state;
  const [line, setLine] = useState<RefusalLine | null>(null);
  const { isBusy, runOnce } = useRunOnce();
  const retryKey = useIdempotencyKey(keyName);
  const isLeaving = useIsLeaving();
  const [wanted, setWanted] = useState<readonly string[]>([]);

  // Waits for the render: a field may appear with its error, and is disabled during sending.
  useEffect(() => {
    const field = isBusy ? undefined : firstOnPage(wanted);
    field?.focus();
    // A field takes the focus once: the next sending may end with a question that has it.
    if (field) setWanted([]);
  }, [wanted, isBusy]);

  const setFieldValue: typeof state.setFieldValue = (name, value) => {
    setLine(null);
    state.setFieldValue(name, value);
  };

  /** Shows a refusal in the line below the form. */
  const say = (message: string, focus = true): void => setLine({ message, focus });

  /** Puts errors at their fields, and focuses the first one named. */
  const showErrors = (found: FieldErrors): void => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) setWanted([first]);
  };

  const refuse = (error: unknown): void => {
    const refusal = refusalOf(error, Object.keys(getValues()));
    if (onRefused === 'line') say(refusal.message);
    else if (onRefused) onRefused(refusal, error);
    else if (Object.keys(refusal.fields).length > 0) showErrors(refusal.fields);
    else toast.error(refusal.message);
  };

  const leave = async (name: keyof V & string): Promise<void> => {
    const left = getValues();
    const found = await Promise.resolve(check?.(left)).catch(() => undefined);
    await pressEnded();
    const message = found?.[name];
    // A form emptied after sending gives the focus to its confirmation and checks no field.
    if (state.isEmptied()) return;
    if (message !== undefined && left[name] === getValues()[name]) setFieldError(name, message);
  };

  const onLeave = (name: keyof V & string) => checkOnLeave.includes(name) && { onBlur: () => void leave(name) };

  return {
    ...state,
    setFieldValue,
    line,
    say,
    clearLine: (): void => setLine(null),
    isBusy,
    runOnce,
    retryKey,
    showErrors,
    /** Focuses the field, or of several the first that is on the page. */
    focus: (...names: string[]): void => setWanted(names),
    /** Props for a field of text. */
    field: (name: keyof V & string) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (text: string): void => setFieldValue(name, text as V[keyof V & string]),
      ...onLeave(name),
    }),
    /** Props for an input of the office's kit. */
    input: (name: keyof V & string) => ({
      id: fieldId(name),
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }): void =>
        setFieldValue(name, event.currentTarget.value as V[keyof V & string]),
      ...onLeave(name),
    }),
    /**
     * Handles submit: checks, then sends once. An error that `send` throws becomes a refusal. While
     * the page gives way to another, it sends nothing.
     */
    submit: (send: (values: V) => Promise<void>) => (event?: FormEvent) => {
      event?.preventDefault();
      if (isLeaving) return;
      void runOnce(async () => {
        try {
          const found = (await check?.(getValues())) ?? {};
          setLine(null);
          setErrors(found);
          // Without errors no field gets the focus: the person may type elsewhere by now.
          setWanted(Object.keys(found));
          if (Object.keys(found).length === 0) await state.whileSending(() => send(getValues()));
        } catch (error) {
          refuse(error);
        }
      });
    },
  };
};

/** Marks a reload: browsers do not retry code that failed to load while the page is open. */
export const MISSING_CODE =
  'A part of this page is missing, because there was no network. What you entered stays: reload the page once there is network, and go on.';

/** Fetches code that a form needs; null if it fails, after `say` has told the person. */
export const neededCode = async <T>(load: () => Promise<T>, say: (message: string) => void): Promise<T | null> => {
  try {
    return await load();
  } catch {
    say(MISSING_CODE);
    return null;
  }
};
