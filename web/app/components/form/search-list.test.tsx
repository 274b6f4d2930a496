// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../test/dom/open-page.tsx';
import { FormSearchChoice } from './form-search-choice.tsx';

type Status = 'pending' | 'error' | 'success';
const CHOICES = ['AFGHAN', 'GHANAIAN', 'IVORIAN'];

function Shown({ first, onRetry }: { first: Status; onRetry: () => void }) {
  const [value, setValue] = useState('');
  const [status, setStatus] = useState(first);
  return (
    <>
      <FormSearchChoice
        name="nationality"
        label="Nationality"
        value={value}
        onChange={setValue}
        choices={status === 'success' ? CHOICES : []}
        status={status}
        trouble="The list could not be loaded."
        onRetry={onRetry}
      />
      <button type="button" onClick={() => setStatus('success')}>
        Come
      </button>
    </>
  );
}

const open = (first: Status = 'success') => {
  const onRetry = vi.fn();
  const { user } = openPage([{ path: '/', element: <Shown first={first} onRetry={onRetry} /> }], '/');
  return { user, onRetry, field: screen.getByRole('combobox', { name: 'Nationality' }) };
};
const choices = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('a choice is found by typing and taken with the keyboard, and only from the list', async () => {
  const { user, field } = open();
  await user.tab();
  await user.keyboard('ghan');
  expect(choices()).toEqual(['GHANAIAN', 'AFGHAN']);
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('GHANAIAN');
  expect(choices()).toEqual([]);
  await user.clear(field);
  await user.type(field, 'nowhere');
  expect(screen.getByText('No match in the list.')).toBeVisible();
  await user.tab();
  expect(field).toHaveValue('GHANAIAN');
});

test('what is typed before a list has come is looked for when it comes', async () => {
  const { user, field } = open('pending');
  await user.type(field, 'ivorian');
  expect(screen.getByText('Loading the list…')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Come' }));
  expect(field).toHaveValue('IVORIAN');
});

test('a list that does not come says so, takes no text, and can be asked for again', async () => {
  const { user, field, onRetry } = open('error');
  expect(screen.getByText(/The list could not be loaded\./)).toBeVisible();
  expect(field).toHaveAttribute('readonly');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Come' }));
  await user.click(field);
  expect(choices()).toEqual(CHOICES);
});
