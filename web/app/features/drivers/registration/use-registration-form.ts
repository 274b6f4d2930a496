import { useForm } from '~/lib/form/use-form.ts';
import type { RegistrationPlace } from './registration-values.ts';
import { EMPTY_REGISTRATION, REGISTRATION_FIELDS, TEXT_NAMES, type TextName } from './registration-values.ts';
import { WIZARD_PAGES } from './wizard-pages.ts';

const REQUIRED = new Set(WIZARD_PAGES.flatMap(({ required }) => required));

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
