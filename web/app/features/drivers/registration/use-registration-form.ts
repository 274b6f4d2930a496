import { useEffect, useRef, useState } from 'react';
import { bestEffort, KEPT_MS } from '~/lib/browser-storage.ts';
import { useForm } from '~/lib/form/use-form.ts';
import {
  EMPTY_REGISTRATION,
  formText,
  isUntouched,
  REGISTRATION_FIELDS,
  REQUIRED,
  type RegistrationPlace,
  type RegistrationValues,
  TEXT_NAMES,
  type TextName,
} from './registration-values.ts';

/** Fetches the contract's schemas with the first field that is left: nobody needs them to begin. */
export const loadRegistrationRules = () => import('./check-field.ts');

/** Fetches what sends the form, or keeps it on this device. */
export const loadRegistrationSending = () => import('./submit-registration.ts');

/** Fetches all code that the form needs once it is filled in, with network or without. */
export const loadRegistrationAhead = () =>
  Promise.all([loadRegistrationRules(), loadRegistrationSending(), import('~/lib/submission-queue/keep-for-later.ts')]);

/** The wizard's form state. A field's error appears on leaving it and goes when it is changed. */
export const useRegistrationForm = ({ keyName }: Pick<RegistrationPlace, 'keyName'>) => {
  const form = useForm({
    initial: EMPTY_REGISTRATION,
    check: async (values) => (await loadRegistrationRules()).wrongFields(values),
    checkOnLeave: TEXT_NAMES,
    keyName,
  });

  /** Props by which a form field shows and changes one value. */
  const field = (name: TextName) => ({
    ...form.field(name),
    label: REGISTRATION_FIELDS[name].label,
    required: REQUIRED.has(name),
  });

  return { ...form, field };
};

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;

const WAIT_MS = 300;

type Draft = { savedAt: string; values: Partial<RegistrationValues> };

/** Drops unknown fields: another version may have written the draft. */
const known = (values: Partial<RegistrationValues>): Partial<RegistrationValues> =>
  Object.fromEntries(
    Object.entries(EMPTY_REGISTRATION)
      .map(([name, empty]) => [name, values[name as keyof RegistrationValues] ?? empty, typeof empty] as const)
      .filter(([, value, type]) => typeof value === type)
      .map(([name, value]) => [name, value]),
  );

const read = (name: string): Draft | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
    if (!draft || !(Date.now() - Date.parse(draft.savedAt) < KEPT_MS)) return null;
    return { savedAt: draft.savedAt, values: known(draft.values) };
  } catch {
    return null;
  }
};

const write = (name: string, values: RegistrationValues): void =>
  bestEffort(() => {
    if (isUntouched(values)) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify({ savedAt: new Date().toISOString(), values } satisfies Draft));
  });

/** The form as text, to compare. A plan alone is no draft: the address may have set it. */
const draftText = (values: Partial<RegistrationValues>): string => {
  const whole = { ...EMPTY_REGISTRATION, ...values };
  return isUntouched(whole) ? formText(whole) : JSON.stringify(whole);
};

/**
 * Keeps the form, without its photo, over a reload. `savedAt` is when the restored draft was saved;
 * `isReady` is false until then. A tab writes its own changes alone, so that an old tab does not
 * bring back the draft of somebody who has registered since.
 */
export const useDraft = ({ values, getValues, setValues, reset }: RegistrationForm, name: string) => {
  const [isReady, setReady] = useState(false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const kept = useRef(draftText(EMPTY_REGISTRATION));
  const isOwn = useRef(false);

  const save = (current: RegistrationValues) => {
    const text = draftText(current);
    if (text === kept.current) return;
    kept.current = text;
    isOwn.current = true;
    write(name, current);
  };
  const empty = () => {
    kept.current = draftText(EMPTY_REGISTRATION);
    isOwn.current = false;
    reset();
    setSavedAt(null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the draft once
  useEffect(() => {
    const draft = read(name);
    if (draft) {
      setValues(draft.values);
      kept.current = draftText(draft.values);
      setSavedAt(draft.savedAt);
    }
    setReady(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `save` does the same each time
  useEffect(() => {
    if (!isReady) return;
    const saveNow = () => save(values);
    const timer = setTimeout(saveNow, WAIT_MS);
    window.addEventListener('pagehide', saveNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', saveNow);
    };
  }, [isReady, values]);

  // Another tab cleared or sent the draft; what was typed here stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: listens while the wizard is there
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === name && newValue === null && !isOwn.current) empty();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  // Saves it also on leaving within the wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the wizard goes
  useEffect(() => () => save(getValues()), []);

  const clear = () => {
    bestEffort(() => localStorage.removeItem(name));
    empty();
  };
  return { isReady, savedAt, clear };
};
