import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { toast } from '../toast.ts';
import { fieldId } from './check-by.ts';
import { type FieldErrors, type FormRefusal, type RefusalLine, refusalOf } from './refusal.ts';

/** A form's values by the names of its fields. */
export type FormValues = Readonly<Record<string, string | boolean>>;

const isSame = (a: FormValues, b: FormValues): boolean => Object.keys(a).every((name) => a[name] === b[name]);

/** The values and errors of a form. `getValues` also gives what was set since the last render. */
const useFormState = <V extends FormValues>(initial: V) => {
  const [values, showValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const latest = useRef(initial);
  const start = useRef(initial);
  const isEmptied = useRef(false);

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
      setValues({ [name]: value } as unknown as Partial<V>);
    },
    setErrors,
    setFieldError,
    clearFieldError,
    clearErrors: (): void => setErrors({}),
    /** Puts the form back to its first values, or to others that then count as the first. */
    reset: (first: V = start.current): void => {
      start.current = first;
      setValues(first);
      setErrors({});
      isEmptied.current = true;
    },
    /** True from a reset until a value is set. */
    isEmptied: (): boolean => isEmptied.current,
    isDirty: !isSame(values, start.current),
    /** The same at once, before what was set or reset is drawn. */
    isDirtyNow: (): boolean => !isSame(latest.current, start.current),
  };
};

/** Does one piece of work at a time: `runOnce` gives null where another is under way, as at a second press of a button. */
export const useRunOnce = () => {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
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
 * Resolves when no mouse button or finger is down and the click has been told. A message that appears during a press moves the
 * button that is being pressed, and the click is lost.
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
  /** Finds the problems of the values by the contract's schemas, which it may fetch first. */
  check?: (values: V) => FieldErrors | Promise<FieldErrors>;
  /** Fields that are checked when they are left. */
  checkOnLeave?: readonly (keyof V & string)[];
  /**
   * Where a refusal stands: at its fields, and in a toast where it names none; in a line below the form, for sign-ins, which
   * must not tell what was wrong; or where the form itself shows it.
   */
  onRefused?: 'line' | ((refusal: FormRefusal, error: unknown) => void);
  /** Where the tab keeps the retry key of a form that must not count twice, over a reload. */
  keyName?: string;
};

/** The field that a person comes to first, whatever the order in which the schema lists them. */
const firstOnPage = (names: readonly string[]): HTMLElement | undefined =>
  names
    .flatMap((name) => document.getElementById(fieldId(name)) ?? [])
    .reduce<HTMLElement | undefined>(
      (first, field) =>
        first && first.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING ? first : field,
      undefined,
    );

/**
 * A form: its values and errors, checking, sending one at a time, and showing a refusal where it belongs. What was typed stays
 * until the form is reset. It is the product's own because the public forms are opened on slow lines, where the library it
 * replaces (@mantine/form) weighed 5.9 kB, compressed.
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
  const [wanted, setWanted] = useState<readonly string[]>([]);

  // Once it is on the screen: a field may appear with its error, and takes nothing while the form is being sent.
  useEffect(() => {
    if (!isBusy) firstOnPage(wanted)?.focus();
  }, [wanted, isBusy]);

  const setFieldValue: typeof state.setFieldValue = (name, value) => {
    setLine(null);
    state.setFieldValue(name, value);
  };

  /** Says in the line below the form why it is refused. */
  const say = (message: string, focus = true): void => setLine({ message, focus });

  /** Puts errors at their fields, and the focus into the one that is named first: the likeliest to be wrong. */
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
    // A form that was sent and emptied loses the focus to its confirmation, and is not asked for the next values yet.
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
    focus: (name: string): void => setWanted([name]),
    /** Props by which a form field shows and changes a text. */
    field: (name: keyof V & string) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (text: string): void => setFieldValue(name, text as V[keyof V & string]),
      ...onLeave(name),
    }),
    /** The same for an input of the office's kit. */
    input: (name: keyof V & string) => ({
      id: fieldId(name),
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }): void =>
        setFieldValue(name, event.currentTarget.value as V[keyof V & string]),
      ...onLeave(name),
    }),
    /** Handles the form's submit: checks, then sends, unless it is being sent. What `send` throws is shown as a refusal. */
    submit: (send: (values: V) => Promise<void>) => (event?: FormEvent) => {
      event?.preventDefault();
      void runOnce(async () => {
        try {
          const found = (await check?.(getValues())) ?? {};
          setLine(null);
          setErrors(found);
          // Where nothing is wrong no field is: a person who was led to one before may type elsewhere by then.
          setWanted(Object.keys(found));
          if (Object.keys(found).length === 0) await send(getValues());
        } catch (error) {
          refuse(error);
        }
      });
    },
  };
};

/** Names a reload, since browsers do not ask again for code that they could not get, as long as the page is open. */
export const MISSING_CODE =
  'A part of this page is missing, because there was no network. What you entered stays: reload the page once there is network, and go on.';

/** Gives code that a form fetches when it is needed; null where it cannot be had, once `say` has told the person. */
export const neededCode = async <T>(load: () => Promise<T>, say: (message: string) => void): Promise<T | null> => {
  try {
    return await load();
  } catch {
    say(MISSING_CODE);
    return null;
  }
};
