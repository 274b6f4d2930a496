import { COURT_LABELS, NewCourtCase, PARTY_ROLE_LABELS } from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { FormValues } from '~/lib/form/use-form.ts';

/** The choices of a select, with one that asks for a choice. */
export const selectChoices = (labels: Readonly<Record<string, string>>, first = 'Choose…') => [
  { value: '', label: first },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

export const COURT_CHOICES = selectChoices(COURT_LABELS);
export const ROLE_CHOICES = selectChoices(PARTY_ROLE_LABELS);

const PARTY_FIELDS = ['role', 'name', 'counsel'] as const;
type PartyField = (typeof PARTY_FIELDS)[number];

/** The field of a line of the parties. */
export const partyField = (n: number, field: PartyField): string => `parties.${n}.${field}`;

/** An empty line of the parties. */
export const partyLine = (n: number, role = ''): FormValues => ({
  ...Object.fromEntries(PARTY_FIELDS.map((field) => [partyField(n, field), ''])),
  [partyField(n, 'role')]: role,
});

/** The form as it opens: a plaintiff and a defendant, and a plot where one is given. */
export const emptyCase = (plotId: string): FormValues => ({
  ...{ court: '', suit_number: '', title: '', about: '', plot_ids: plotId, parties: '' },
  ...partyLine(0, 'plaintiff'),
  ...partyLine(1, 'defendant'),
});

export const countPartyLines = (values: FormValues): number =>
  Object.keys(values).filter((name) => name.endsWith('.name')).length;

/** The lines of the parties that have a name or counsel, by their place. */
const filledParties = (values: FormValues) =>
  Array.from({ length: countPartyLines(values) }, (_, n) => ({
    n,
    ...(Object.fromEntries(PARTY_FIELDS.map((field) => [field, String(values[partyField(n, field)]).trim()])) as Record<
      PartyField,
      string
    >),
  })).filter(({ name, counsel }) => name !== '' || counsel !== '');

/** The chosen plots of the form. */
export const chosenPlots = (values: FormValues): string[] =>
  String(values.plot_ids)
    .split(',')
    .filter((id) => id !== '');

/** The body of a new case. */
export const newCaseBody = (values: FormValues) => {
  const { court, suit_number, title, about } = values;
  return {
    ...{ court, suit_number, title, about },
    plot_ids: chosenPlots(values),
    parties: filledParties(values).map(({ n: _, ...party }) => party),
  } as unknown as NewCourtCase;
};

/** The first message of each field; that of a party stands at its line. */
export const checkNewCase = (values: FormValues): FieldErrors => {
  const lines = filledParties(values);
  const found: Record<string, string> = {};
  for (const { path, message } of NewCourtCase.safeParse(newCaseBody(values)).error?.issues ?? []) {
    const [name, place, field] = path;
    const line = name === 'parties' && typeof place === 'number' ? lines[place] : undefined;
    found[line ? partyField(line.n, field as PartyField) : String(name)] ??= message;
  }
  return found;
};
