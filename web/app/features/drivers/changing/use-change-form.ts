import {
  type BodyOf,
  ChangeableFields,
  changeDriver,
  type Driver,
  DriverChange,
  hasName,
  idNumberProblem,
  isOfCar,
  ONE_NAME,
} from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { behindTheCode, wholeNumber } from '~/components/form/form-phone.tsx';
import { ApiError, call } from '~/lib/api/api.ts';
import { refresh } from '~/lib/api/query-client.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { driverQuery } from '../driver-loaded.tsx';
import { REGISTRATION_FIELDS } from '../registration/registration-values.ts';
import { numberMaskOf } from '../registration/use-lookups.ts';

export type FieldName = keyof ChangeableFields;

/** The labels of the form's fields, by the names of the contract: those of the registration. */
const LABELS = {
  ...Object.fromEntries(Object.values(REGISTRATION_FIELDS).map(({ as, label }) => [as, label])),
  middle_name: 'Middle Name',
} as Record<FieldName, string>;

const FIELD_NAMES = Object.keys(LABELS) as FieldName[];
type ChangeValues = Record<FieldName, string>;

const isPhone = (name: FieldName): boolean => name.endsWith('mobile_number');

/** A driver's values as the form shows them; phones behind the fixed country code. */
const shownValues = (driver: Driver): ChangeValues =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, isPhone(name) ? behindTheCode(driver[name]) : driver[name]]),
  ) as ChangeValues;

/** A field as it is sent. */
const sent = (name: FieldName, values: ChangeValues): string => {
  const text = values[name].trim();
  return isPhone(name) && text !== '' ? wholeNumber(text) : text;
};

/** The fields whose values differ from those that were loaded. */
const changedNames = (values: ChangeValues, loaded: ChangeValues): FieldName[] =>
  FIELD_NAMES.filter((name) => sent(name, values) !== sent(name, loaded));

/** The changed fields alone, as they are sent. */
const changedFields = (values: ChangeValues, loaded: ChangeValues): Partial<ChangeableFields> =>
  Object.fromEntries(changedNames(values, loaded).map((name) => [name, sent(name, values)]));

/** The problems of changed fields alone: others may be older than a rule. */
const problemsOf = (values: ChangeValues, loaded: ChangeValues): FieldErrors => {
  const changed = changedNames(values, loaded);
  const wrong = changed.flatMap((name): [string, string][] => {
    const result = ChangeableFields.shape[name].safeParse(sent(name, values));
    return result.success ? [] : [[name, result.error.issues[0]?.message ?? 'Not valid.']];
  });
  const isNameless = ![values.first_name, values.last_name].some(hasName);
  if (isNameless && changed.some((name) => name === 'first_name' || name === 'last_name'))
    wrong.push(['first_name', ONE_NAME]);
  const judgesNumber = changed.includes('id_number') || changed.includes('identification_type');
  const { identification_type: type, id_number } = values;
  const problem = judgesNumber && id_number !== '' && idNumberProblem(type, id_number, numberMaskOf(type));
  return { ...(problem && { id_number: problem }), ...Object.fromEntries(wrong) };
};

/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

const reasonProblem = (reason: string): string | undefined =>
  DriverChange.shape.reason.safeParse(reason).error?.issues[0]?.message;

/**
 * The form of a driver's fields. A field that a colleague changed meanwhile says so and keeps what
 * was typed; the others take their new values, and the form can be sent again.
 */
export const useChangeForm = (opened: Driver, onChanged: () => void) => {
  const queries = useQueryClient();
  const loaded = useRef(opened);
  const [late, setLate] = useState('');
  const [isAskedForNothing, setAskedForNothing] = useState(false);
  const loadedValues = (): ChangeValues => shownValues(loaded.current);
  const form = useForm({
    initial: { ...shownValues(opened), reason: '' },
    check: (values) => {
      // Without a changed field, the reason is not checked.
      if (changedNames(values, loadedValues()).length === 0) return {};
      const reason = reasonProblem(values.reason);
      return { ...problemsOf(values, loadedValues()), ...(reason && { reason }) };
    },
    checkOnLeave: FIELD_NAMES,
    onRefused: (refusal, error) => {
      if (error instanceof ApiError && error.body?.code === 'conflict') void takeNew(error.message, refusal.fields);
      else if (Object.keys(refusal.fields).length > 0) form.showErrors(refusal.fields);
      else toast.error(refusal.message);
    },
  });

  const takeNew = async (message: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const kept = changedNames(form.getValues(), loadedValues());
    const now = await queries.fetchQuery({ ...driverQuery(opened.id), staleTime: 0 }).catch(() => null);
    if (now) {
      loaded.current = now;
      const others = Object.entries(shownValues(now)).filter(([name]) => !(kept as string[]).includes(name));
      form.setValues(Object.fromEntries(others));
    }
    setLate(message);
    form.showErrors(fields);
  };

  const submit = form.submit(async ({ reason, ...values }) => {
    const fields = changedFields(values, loadedValues()) as Partial<BodyOf<typeof changeDriver>>;
    setLate('');
    setAskedForNothing(Object.keys(fields).length === 0);
    if (Object.keys(fields).length === 0) return;
    const body = { ...fields, version: loaded.current.version, reason };
    const { message, driver } = await call(changeDriver, { params: { id: opened.id }, body });
    loaded.current = driver;
    form.reset({ ...shownValues(driver), reason: '' });
    queries.setQueryData(driverQuery(opened.id).queryKey, driver);
    await refresh(changeDriver);
    toast.success(message, { duration: UPDATED_MS });
    onChanged();
  });

  const field = (name: keyof ChangeValues) => ({ ...form.field(name), label: LABELS[name] });
  const names = changedNames(form.values, loadedValues());
  const changed = names.map((name) => LABELS[name]);
  return {
    form,
    field,
    submit,
    late,
    changed,
    /** True if Update was pressed without a change. */
    isNothing: isAskedForNothing && names.length === 0,
    changesPerson: names.some((name) => !isOfCar(name)),
    /** True if a changed field or a reason is not sent yet. */
    isUnsaved: (): boolean => {
      const { reason, ...values } = form.getValues();
      return reason.trim() !== '' || changedNames(values, loadedValues()).length > 0;
    },
  };
};

export type DriverChangeForm = ReturnType<typeof useChangeForm>;
