import { type AnyLookup, identifications, nationalities, paymentTypes, relationships } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useForm } from '~/lib/form/use-form.ts';
import { bodyOf, checkEntry, fieldsToFill, type LookupEntry, valuesOf } from './lookup-entry.ts';
import { LookupFields } from './lookup-fields.tsx';

type Given = { lookup: AnyLookup; entry?: LookupEntry | null; others?: readonly LookupEntry[] };

const TOWING = {
  id: '9',
  type_code: 'TOW',
  description: 'TOWING',
  side: 'both',
  period: 'any',
  required_type: 'RF',
  due_from: '2026-01-01',
  by_plan: true,
  for_device: false,
};
const REGISTRATION = { ...TOWING, id: '1', type_code: 'RF', description: 'REGISTRATION FEE', required_type: null };

function Form({ lookup, entry = null, others = [] }: Given) {
  const form = useForm({ initial: valuesOf(fieldsToFill(lookup, entry), entry) });
  return <LookupFields lookup={lookup} entry={entry} others={others} form={form} />;
}

const shown = (given: Given): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <Form {...given} />
    </MantineProvider>,
  );

const labelsOf = (html: string): string[] =>
  [...html.matchAll(/<label.*?<\/label>/g)].map(([label]) => label.replaceAll(/<[^>]*>/g, ''));

const chosenIn = (html: string): string[] => [...html.matchAll(/selected="">([^<]*)/g)].map(([, label = '']) => label);

const ALL: readonly AnyLookup[] = [nationalities, identifications, relationships, paymentTypes];

it.each(ALL)('the form of $words.many asks for all that adding needs, under names that people read', (lookup) => {
  const labels = labelsOf(shown({ lookup }));
  expect(Object.keys(lookup.fields).sort()).toEqual(Object.keys(lookup.add.schema.body.shape).sort());
  expect(labels).toEqual(Object.values(lookup.fields).map(({ label }) => label));
  for (const label of labels) expect(label).toMatch(/^[A-Z]/);
});

it.each(ALL)('an empty form of $words.many is refused at the field of the name', (lookup) => {
  const found = checkEntry(lookup, null)(valuesOf(fieldsToFill(lookup, null), null));
  expect(found[lookup.name]).toMatch(/^Please enter the /);
});

it.each(ALL.slice(0, 3))('an entry of $words.many is changed by its name, which stands in the form', (lookup) => {
  const entry = { id: '1', [lookup.name]: 'ONE' };
  const html = shown({ lookup, entry });
  expect(html).toContain('value="ONE"');
  expect(html).toContain('follow its new name');
  expect(checkEntry(lookup, entry)({ [lookup.name]: 'TWO' })).toEqual({});
});

it('a payment type opens with its rules, each by its kind, without its code, which stays', () => {
  const html = shown({ lookup: paymentTypes, entry: TOWING, others: [REGISTRATION] });
  const rules = ['Side', 'How often', 'Requires', 'Due from', 'Priced by plan', 'Pays for the tracker'];
  expect(labelsOf(html)).toEqual(['Description', ...rules]);
  expect(chosenIn(html)).toEqual(['Both', 'Any number of times', 'REGISTRATION FEE']);
  expect(html).toMatch(/<input[^>]*placeholder="dd\/mm\/yyyy"[^>]*value="01\/01\/2026"/);
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*checked=""/);
});

it('a payment type is sent as it was filled in, and requires none where none is chosen', () => {
  const fields = fieldsToFill(paymentTypes, null);
  const { id: _, ...filled } = TOWING;
  expect(bodyOf(fields, valuesOf(fields, TOWING))).toEqual(filled);
  const sent = bodyOf(fields, valuesOf(fields, REGISTRATION));
  expect(sent).toMatchObject({ type_code: 'RF', required_type: null });
  expect(paymentTypes.add.schema.body.safeParse(sent).success).toBe(true);
});

it('a text that may be left empty is sent as null then', () => {
  const fields = fieldsToFill(identifications, null);
  const body = (number_mask: string) => bodyOf(fields, { identification: 'PASSPORT', number_mask });
  expect(body(' ')).toEqual({ identification: 'PASSPORT', number_mask: null });
  expect(body('A9')).toEqual({ identification: 'PASSPORT', number_mask: 'A9' });
  const entry = { id: '1', identification: 'PASSPORT', number_mask: null };
  expect(valuesOf(fields, entry)).toEqual({ identification: 'PASSPORT', number_mask: '' });
});

it('a code of another pattern and a choice that was not made are refused at their fields', () => {
  const values = { ...valuesOf(fieldsToFill(paymentTypes, null), TOWING), type_code: 'T-1', period: '' };
  expect(checkEntry(paymentTypes, null)(values)).toEqual({
    type_code: 'The payment code has two to ten letters or digits.',
    period: 'Please choose the period.',
  });
});
