// @vitest-environment happy-dom
import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { Link, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { useNotePage } from '~/lib/session/last-page.ts';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { useFocusOnMove } from './own-shell.tsx';

function Noted() {
  useNotePage();
  return <OfficeProviders />;
}

/** A page with a question whose field takes a word, and which goes on to its first record. */
function Asking() {
  const main = useFocusOnMove();
  const navigate = useNavigate();
  return (
    <main ref={main} tabIndex={-1}>
      <Modal opened onClose={() => {}} title="Which car?">
        <input aria-label="Car" onChange={() => void navigate('/board/1')} />
        <Link to="/board/2">Another board</Link>
      </Modal>
    </main>
  );
}

const open = () =>
  openPage([{ element: <Noted />, children: [{ path: '/board/:id?', element: <Asking /> }] }], '/board');

test('a field of an open question keeps the focus while the page behind it goes on', async () => {
  const { user, router } = open();
  const car = await screen.findByRole('textbox', { name: 'Car' });
  await user.type(car, 'G');
  await waitFor(() => expect(router.state.location.pathname).toBe('/board/1'));
  expect(car).toHaveFocus();
});

test('the head of a dialog is no banner of the page', async () => {
  open();
  const dialog = await screen.findByRole('dialog', { name: 'Which car?' });
  expect(dialog.querySelector('header')).toHaveAttribute('role', 'presentation');
});

test('a link that is followed within a dialog leads to the start of its page', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Another board' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/board/2'));
  expect(screen.getByRole('main', { hidden: true })).toHaveFocus();
});
