import { auditList, driverList, outboxList, paymentList, userList } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FilterForm } from './filter-form.tsx';

const shown = (list: { filters: Parameters<typeof FilterForm>[0]['filters'] }, values: Record<string, string> = {}) =>
  renderToString(
    <MantineProvider>
      <FilterForm label="List" filters={list.filters} values={values} onFilter={() => {}} />
    </MantineProvider>,
  );

const labelsIn = (page: string): string[] => [...page.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label = '']) => label);

test('the form asks for the filters of the definition, each by its kind, and not for those of the screen', () => {
  const audit = shown(auditList);
  expect(labelsIn(audit)).toEqual(['What', 'Who (username)', 'From', 'To']);
  expect(audit.match(/type="date"/g)).toHaveLength(2);
  expect(labelsIn(shown(paymentList))).toEqual(['Status', 'Mode', 'From', 'To']);
});

test('choices alone hold at once, so there is nothing to press; a text is sent by Search', () => {
  expect(shown({ filters: { channel: outboxList.filters.channel } })).not.toContain('Search');
  expect(shown(userList)).toContain('Search');
});

test('the first choice is chosen where the address names none, and one that is not offered stays chosen', () => {
  expect(shown(outboxList)).toMatch(/<option value="sms" selected="">Text messages/);
  expect(shown(auditList, { action: 'tariffs.change' })).toMatch(/<option value="tariffs.change" selected="">/);
});

test('Show all is there while something narrows the list, which the kind of rows does not', () => {
  expect(shown(userList)).not.toContain('Show all');
  expect(shown(userList, { search: 'ama' })).toContain('Show all');
  expect(shown(driverList, { removed: 'true' })).not.toContain('Show all');
  expect(shown(driverList, { removed: 'true', car_number: 'GR' })).toContain('Show all');
});
