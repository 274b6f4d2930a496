// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../test/dom/open-page.tsx';
import { DateField, type DateFieldProps } from './date-field.tsx';

type Props = Partial<DateFieldProps> & { first?: string; onSend?: (value: string) => void };

function Shown({ first = '', onSend, ...field }: Props) {
  const [value, setValue] = useState(first);
  return (
    <MantineProvider>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend?.(value);
        }}
      >
        <DateField label="Paid on" value={value} onChange={(event) => setValue(event.currentTarget.value)} {...field} />
        <output>{value}</output>
        <button type="button" onClick={() => setValue('2026-01-31')}>
          Last of January
        </button>
      </form>
    </MantineProvider>
  );
}

const open = (props: Props = {}) => {
  const { user } = openPage([{ path: '/', element: <Shown {...props} /> }], '/');
  return { user, field: screen.getByLabelText<HTMLInputElement>('Paid on') };
};
const given = () => screen.getByRole('status').textContent;

test('a day is shown day first, and given on as the calendar’s', async () => {
  const { user, field } = open({ first: '2026-11-02' });
  expect(field).toHaveValue('02/11/2026');
  await user.clear(field);
  expect(given()).toBe('');
  await user.type(field, '3/4/2026');
  expect(given()).toBe('2026-04-03');
  expect(field).toHaveValue('3/4/2026');
  await user.tab();
  expect(field).toHaveValue('03/04/2026');
});

test('a short year is completed on leaving the field, and by Enter, which sends the day', async () => {
  const onSend = vi.fn();
  const { user, field } = open({ onSend, max: '2026-11-23' });
  await user.type(field, '12/4/85');
  expect(given()).toBe('12/4/85');
  await user.tab();
  expect([given(), field.value]).toEqual(['1985-04-12', '12/04/1985']);
  await user.clear(field);
  await user.type(field, '22nov26{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('2026-11-22');
});

test('a pasted day counts at once', async () => {
  const { user, field } = open();
  await user.click(field);
  await user.paste('22 Nov 2026');
  expect(given()).toBe('2026-11-22');
});

test('a text that is no day stays, and says how to write one, once the field is left', async () => {
  const { user, field } = open();
  await user.type(field, '1985');
  expect(screen.queryByText(/is not a date/)).toBeNull();
  await user.tab();
  expect(screen.getByText('‘1985’ is not a date. Write 22/11/1985.')).toBeVisible();
  expect(field).toHaveValue('1985');
  expect(field.checkValidity()).toBe(false);
  await user.clear(field);
  expect(field.checkValidity()).toBe(true);
});

test('a day before the first or after the last says which days may be given', async () => {
  const { user, field } = open({ min: '2026-01-01', max: '2026-11-23' });
  await user.type(field, '24/11/2026');
  await user.tab();
  expect(screen.getByText('Give a date up to 23 Nov 2026.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '31/12/2025');
  await user.tab();
  expect(screen.getByText('Give a date from 1 Jan 2026 on.')).toBeVisible();
});

test('the refusal of a form stands at the field', () => {
  open({ first: '2026-11-02', error: 'That month is closed.' });
  expect(screen.getByText('That month is closed.')).toBeVisible();
});

test('a value that comes from elsewhere replaces what was being typed', async () => {
  const { user, field } = open();
  await user.type(field, '22/1');
  await user.click(screen.getByRole('button', { name: 'Last of January' }));
  expect(field).toHaveValue('31/01/2026');
});

test('the calendar opens at the day, and gives the chosen one', async () => {
  const { user, field } = open({ first: '2026-11-02' });
  await user.click(screen.getByRole('button', { name: 'Open the calendar' }));
  await screen.findByRole('dialog', { name: 'Calendar' });
  await user.click(screen.getByRole('button', { name: '17 November 2026' }));
  expect([given(), field.value]).toEqual(['2026-11-17', '17/11/2026']);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open the calendar' })).toHaveFocus();
});
