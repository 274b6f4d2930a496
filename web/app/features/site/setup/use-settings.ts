import { changeSiteSettings, getSiteSettings, type SiteField, type SiteSettings } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '~/lib/api/api.ts';
import { showChangedSite } from '~/lib/api/known-site.ts';
import { read } from '~/lib/api/query-client.ts';
import type { FormValues } from '~/lib/form/use-form.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import type { ListField, SettingRow } from './setting-lists.ts';
import {
  atInputs,
  changedFields,
  pickFields,
  problemsOf,
  rowsOf,
  toValues,
  typedSite,
  withRows,
} from './setting-lists.ts';

export const settingsQuery = {
  ...read(getSiteSettings, {}),
  // An open form keeps its input; settings are read when it opens and when a save is refused.
  staleTime: 0,
  refetchOnWindowFocus: false,
};

const isOf =
  (fields: readonly SiteField[]) =>
  ([name]: [string, unknown]): boolean =>
    fields.some((field) => name === field || name.startsWith(`${field}.`));

const without = <T>(rows: readonly T[], index: number): T[] => rows.filter((_, at) => at !== index);

/** The form of the settings: the typed values, those that differ, and their saving. */
export const useSettings = (opened: SiteSettings) => {
  const queries = useQueryClient();
  const [stored, setStored] = useState(opened);
  const form = useForm<FormValues>({
    initial: toValues(opened.settings),
    check: (values) => problemsOf(values, changedFields(values, stored.settings)),
    onRefused: ({ message }, error) => {
      toast.error(message);
      if (!(error instanceof ApiError)) return;
      form.showErrors(atInputs(Object.entries(error.fields)));
      if (error.status === 409) void takeNew();
    },
  });
  const changed = changedFields(form.values, stored.settings);

  const keep = (next: SiteSettings): void => {
    setStored(next);
    queries.setQueryData(settingsQuery.queryKey, next);
  };

  /** Takes over others' changes, except for settings typed here, which can then be saved. */
  const takeNew = async (): Promise<void> => {
    const next = await call(getSiteSettings, {}).catch(() => null);
    if (!next) return;
    const values = form.getValues();
    const mine = Object.entries(values).filter(isOf(changedFields(values, stored.settings)));
    form.setValues({ ...toValues(next.settings), ...Object.fromEntries(mine) });
    keep(next);
  };

  const submit = form.submit(async (values) => {
    const fields = changedFields(values, stored.settings);
    if (fields.length === 0) return;
    const versions = Object.fromEntries(fields.map((field) => [field, stored.versions[field]]));
    const {
      message,
      status: _,
      ...next
    } = await call(changeSiteSettings, {
      body: { ...pickFields(values, fields), versions },
    });
    keep(next);
    form.reset(toValues(next.settings));
    toast.success(message);
    void showChangedSite(next.settings);
  });

  const setRows = (field: ListField, rows: readonly SettingRow[]): void => {
    form.setValues(withRows(field, rows));
    // The rows behind have moved, so their errors no longer fit.
    form.setErrors(Object.fromEntries(Object.entries(form.errors).filter((one) => !isOf([field])(one))));
  };

  return {
    form,
    changed,
    unusable: stored.unusable,
    waiting: stored.waiting,
    typed: typedSite(form.values),
    submit,
    discard: (): void => form.reset(toValues(stored.settings)),
    addRow: (field: ListField, row: SettingRow): void => setRows(field, [...rowsOf(form.getValues(), field), row]),
    removeRow: (field: ListField, index: number): void =>
      setRows(field, without(rowsOf(form.getValues(), field), index)),
    raiseRow: (field: ListField, index: number): void => {
      const rows = rowsOf(form.getValues(), field);
      const row = rows[index];
      if (row) setRows(field, [...rows.slice(0, index - 1), row, ...without(rows.slice(index - 1), 1)]);
    },
  };
};

export type Settings = ReturnType<typeof useSettings>;
