import { useEffect, useState } from 'react';
import { tolerant } from '~/lib/tolerant.ts';
import { EMPTY_REGISTRATION, type RegistrationValues } from './registration-values.ts';
import type { RegistrationForm } from './use-registration-form.ts';

const NAME = 'banbo-registration-draft';
const WAIT_MS = 300;
/** A draft left on a shared phone does not stay there for ever. */
const KEPT_MS = 30 * 86_400_000;

type Draft = { savedAt: string; values: Partial<RegistrationValues> };

/** Only what the form of today has: another version may have written the draft. */
const known = (values: Partial<RegistrationValues>): Partial<RegistrationValues> =>
  Object.fromEntries(
    Object.entries(EMPTY_REGISTRATION)
      .map(([name, empty]) => [name, values[name as keyof RegistrationValues] ?? empty, typeof empty] as const)
      .filter(([, value, type]) => typeof value === type)
      .map(([name, value]) => [name, value]),
  );

const read = (): Draft | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Draft | null;
    if (!draft || !(Date.now() - Date.parse(draft.savedAt) < KEPT_MS)) return null;
    return { savedAt: draft.savedAt, values: known(draft.values) };
  } catch {
    return null;
  }
};

const isEmpty = (values: RegistrationValues): boolean =>
  Object.entries(EMPTY_REGISTRATION).every(([name, empty]) => values[name as keyof RegistrationValues] === empty);

const write = (values: RegistrationValues): void =>
  tolerant(() => {
    if (isEmpty(values)) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify({ savedAt: new Date().toISOString(), values } satisfies Draft));
  });

/**
 * Keeps what is typed, but not the photo, over a reload. `savedAt` tells when the draft that was brought back was saved;
 * `isReady` is false until then.
 */
export const useDraft = ({ values, getValues, setValues, reset, clearErrors }: RegistrationForm) => {
  const [isReady, setReady] = useState(false);
  const [savedAt, setSavedAt] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is brought back once, when the page is there
  useEffect(() => {
    const draft = read();
    if (draft) {
      setValues(draft.values);
      setSavedAt(draft.savedAt);
    }
    setReady(true);
  }, []);

  useEffect(() => {
    if (!isReady) return;
    const save = () => write(values);
    const timer = setTimeout(save, WAIT_MS);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [isReady, values]);

  // Whoever goes on to another page within the wait loses nothing either.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the wizard is left, not when it changes
  useEffect(() => () => write(getValues()), []);

  const clear = () => {
    tolerant(() => localStorage.removeItem(NAME));
    reset();
    clearErrors();
    setSavedAt(null);
  };
  return { isReady, savedAt, clear };
};
