import { planOf } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { neededCode } from '~/lib/form/use-form.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queue-store.ts';
import { toast } from '~/lib/toast.ts';
import type { RegistrationPlace } from './registration-values.ts';
import {
  furthestPage,
  LAST_PAGE,
  nameOf,
  ownFacts,
  PHOTO,
  pageOf,
  type RegistrationValues,
  readOwnFacts,
  TEXT_NAMES,
  type TextName,
} from './registration-values.ts';
import type { Registered, RegistrationOutcome } from './submit-registration.ts';
import {
  loadRegistrationRules,
  loadRegistrationSending,
  useDraft,
  useRegistrationForm,
} from './use-registration-form.ts';
import type { Wanted } from './wizard.tsx';

/** The longest wait for the history; browsers without the entry say nothing. */
const LONGEST_MS = 1000;

type State = { page?: number } | null;

/**
 * The page of the wizard. Each page after the first has an entry in the browser's history, so that
 * Back goes one page back and a reload stays. `furthest` bounds the page; it is null, and the first
 * page shows, until the draft is restored.
 */
const useWizardPage = (furthest: number | null) => {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const kept = (state as State)?.page ?? 0;
  const page = Math.min(Math.max(kept, 0), furthest ?? 0, LAST_PAGE);
  const at = useRef(page);
  at.current = page;
  const entry = useRef(kept);
  entry.current = kept;

  useEffect(() => {
    if (furthest !== null && kept !== page) void navigate({ search }, { replace: true, state: { page } });
  }, [furthest, kept, page, search, navigate]);

  /** Goes forward page by page, so that Back passes each; backward through their entries. */
  const goTo = async (target: number): Promise<void> => {
    if (target < at.current) return navigate(target - at.current);
    for (let next = at.current + 1; next <= target; next += 1) {
      await navigate({ search }, { state: { page: next } });
    }
  };

  /** Goes back to the first page's entry, so that the wizard leaves none behind. */
  const goToFirst = async (): Promise<void> => {
    if (entry.current === 0) return;
    const arrived = new Promise<void>((resolve) => {
      window.addEventListener('popstate', () => resolve(), { once: true });
      setTimeout(resolve, LONGEST_MS);
    });
    await navigate(-entry.current);
    await arrived;
  };

  return { page, goTo, goToFirst };
};

/** A photo that was chosen before, or null if the browser cannot read it any more. */
const choosePhoto = async (file: File): Promise<ChosenPhoto | null> => {
  const photos = await import('~/lib/photo/choose-photo.ts');
  return photos.choosePhoto([file]).catch(() => null);
};

const SUCCESS_MS = 20_000;
const TROUBLE_MS = 5000;

const withoutPlan = (search: URLSearchParams): URLSearchParams => {
  search.delete('plan');
  return search;
};

/** The answer; kept on the phone for a day, it has lost its code. */
type Received = Pick<Registered, 'driver'> &
  Partial<Pick<Registered, 'setup_code' | 'first_payment_type' | 'driver_id'>>;

/** The wizard's state, its buttons, sending, and the outcome. */
export const useRegistration = (place: RegistrationPlace) => {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('plan') ?? '';
  const { state } = useLocation();
  const form = useRegistrationForm(place);
  const draft = useDraft(form, place.draftName);
  const [photo, choosePicture] = useState<ChosenPhoto | null>(null);
  const [photoError, setPhotoError] = useState<string>();
  const [refused, setRefused] = useState<readonly TextName[]>([]);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  const [isServerUnreachable, setServerUnreachable] = useState(false);
  const furthest = furthestPage(form.values);
  const [isLeaving, setLeaving] = useState(false);
  const isReady = draft.isReady && !isLeaving;
  const { page, goTo, goToFirst } = useWizardPage(isReady ? furthest : null);
  const { retryKey } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over the draft's plan
  useEffect(() => {
    if (draft.isReady && planOf(asked)) form.setFieldValue('plan', asked);
  }, [draft.isReady, asked]);

  const setPhoto = (chosen: ChosenPhoto | null) => {
    choosePicture(chosen);
    setPhotoError(undefined);
  };

  /** Sets the plan and removes it from the address: a reload would bring that one back. */
  const choosePlan = (plan: string) => {
    form.setFieldValue('plan', plan);
    if (search.has('plan')) setSearch(withoutPlan, { replace: true, preventScrollReset: true, state });
  };

  const clear = () => {
    draft.clear();
    form.setFieldValue('plan', asked);
    retryKey.forget();
    setPhoto(null);
    setRefused([]);
  };

  /** Shows errors by the form's or the request's names, and opens the first one's page. */
  const showRefused = async (fields: Record<string, string>) => {
    const named = Object.entries(fields).map(([name, message]) => [nameOf(name), message] as const);
    const errors = named.flatMap(([name, message]) => (name ? [[name, message] as const] : []));
    // The photo is the first page's last field.
    const names = [...errors.map(([name]) => name), ...(fields.file ? [PHOTO] : [])];
    const [first] = names.sort((a, b) => pageOf(a) - pageOf(b));
    setPhotoError(fields.file);
    setRefused(errors.map(([name]) => name));
    form.setErrors(Object.fromEntries(errors));
    setWanted(first ? { name: first } : null);
    if (first) await goTo(pageOf(first));
  };

  const showReceived = (
    { driver, setup_code, first_payment_type, driver_id }: Received,
    shown: ReturnType<typeof readOwnFacts>,
    replace: boolean,
  ) =>
    navigate(place.returnPath, {
      replace,
      state: { registered: { ...driver, ...shown, setup_code, first_payment_type, driver_id } },
    });

  const settle = async (outcome: RegistrationOutcome | null) => {
    if (!outcome) return;
    setServerUnreachable(outcome.kind === 'unreachable');
    if (outcome.kind === 'received') {
      toast.success(outcome.answer.message, { duration: SUCCESS_MS });
      const shown = ownFacts(form.getValues());
      setLeaving(true);
      await goToFirst();
      clear();
      await showReceived(outcome.answer, shown, true);
    } else if (outcome.kind === 'kept') {
      toast.success('Saved on this phone. It is sent as soon as there is network.', { duration: TROUBLE_MS });
      setKept(outcome.key);
      await goTo(0);
      clear();
    } else {
      toast.error(outcome.message, { duration: TROUBLE_MS });
      if (outcome.kind === 'refused') await showRefused(outcome.fields);
    }
  };

  /** The problems of these fields; null, which the form says, if the rules did not load. */
  const checkFields = async (names: readonly TextName[]): Promise<Partial<Record<TextName, string>> | null> => {
    form.clearLine();
    const rules = await neededCode(loadRegistrationRules, form.say);
    if (!rules) return null;
    const found = rules.wrongFields(form.getValues());
    return Object.fromEntries(Object.entries(found).filter(([name]) => names.includes(name as TextName)));
  };

  /** Runs one sending at a time; null, which the form says, if its code did not load. */
  const withSending = (
    run: (sending: Awaited<ReturnType<typeof loadRegistrationSending>>) => Promise<RegistrationOutcome>,
  ) =>
    form.runOnce(async () => {
      const sending = await neededCode(loadRegistrationSending, form.say);
      return sending && run(sending);
    });

  /** Checks all pages: a draft or a kept form may be older than a rule. */
  const submit = async () => {
    const values = form.getValues();
    const wrong = await checkFields(TEXT_NAMES);
    if (wrong === null) return;
    const [message] = Object.values(wrong);
    if (message === undefined)
      return settle(await withSending(({ submitRegistration }) => submitRegistration(values, photo, retryKey, place)));
    toast.error(message, { duration: TROUBLE_MS });
    await showRefused(wrong);
  };

  /** Brings a refused form back from the phone's queue, to be corrected. */
  const editKept = async (item: QueuedSubmission) => {
    form.setValues(item.form as RegistrationValues);
    setPhoto(item.photo ? await choosePhoto(item.photo) : null);
    await showRefused(item.fields ?? {});
  };

  return {
    form,
    draft,
    photo,
    setPhoto,
    photoError,
    isReady,
    page,
    goTo: (target: number) => {
      setKept(null);
      return goTo(target);
    },
    furthest,
    refused,
    wanted,
    isServerUnreachable,
    kept,
    isSending: form.isBusy,
    clear,
    choosePlan,
    editKept,
    openKept: (item: QueuedSubmission) => showReceived(item.answer as Received, readOwnFacts(item.shown), false),
    checkFields,
    submit,
    keepOnPhone: async () =>
      settle(await withSending(({ keepRegistration }) => keepRegistration(form.getValues(), photo, retryKey))),
  };
};
