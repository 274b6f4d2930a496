// @vitest-environment happy-dom
import { NOT_TITLE, WRONG_SLIP_CODE } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import PlotSearch from '~/features/site/land/plot-search.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';

const SLIP = {
  ...{ status: true, message: 'The slip SL2026-0009 is issued.', number: 'SL2026-0009', code: '7Q2MXK4D9H3BZT10' },
  ...{ day: '2026-11-20', plot: 'Plot 141, Block B, Nungua Zone 3' },
  finding: { is_clear: true, lines: ['Nothing is recorded against it.'] },
};

const ask = async (answer: Answer) => {
  const served = serve({
    '/zones': [{ id: '3', zone: 'NUNGUA ZONE 3', district: null }],
    '/land_slips': answer,
  });
  const { user } = openPage([{ path: '/plot_search', element: <PlotSearch /> }], '/plot_search');
  await screen.findByRole('option', { name: 'Nungua Zone 3' });
  await user.selectOptions(screen.getByLabelText('Zone'), '3');
  await user.type(screen.getByLabelText('Plot Number'), '141');
  await user.type(screen.getByLabelText('Fee code'), '7q2m');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  return { user, ...served };
};

test('a good code gets the finding, the slip’s PDF and the words on title', async () => {
  const { user, calls } = await ask(SLIP);
  expect(await screen.findByText('Nothing is recorded against this plot.')).toBeVisible();
  expect(screen.getByText(/^Slip SL2026-0009 of 20 Nov 2026/)).toBeVisible();
  expect(screen.getByText(NOT_TITLE)).toBeVisible();
  expect(screen.getByRole('link', { name: /PDF/ })).toHaveAttribute(
    'href',
    '/api/land_slips/file?code=7Q2MXK4D9H3BZT10',
  );
  expect(calls.at(-1)?.body).toEqual({ zone_id: '3', block: '', plot_number: '141', code: '7Q2M' });
  expect(calls.at(-1)?.headers.get('idempotency-key')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ask about another plot' }));
  expect(screen.getByLabelText('Fee code')).toHaveValue('');
});

test('a refused code is said at its field, and all that was typed stays', async () => {
  await ask(() => refusal(422, WRONG_SLIP_CODE, { issues: [{ path: 'body.code', message: WRONG_SLIP_CODE }] }));
  expect(await screen.findByText(WRONG_SLIP_CODE)).toBeVisible();
  expect(screen.getByLabelText('Plot Number')).toHaveValue('141');
});

test('missing fields are named, and nothing is sent', async () => {
  const { calls } = serve({ '/zones': [] });
  const { user } = openPage([{ path: '/plot_search', element: <PlotSearch /> }], '/plot_search');
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  for (const missing of ['Please choose the zone.', 'Please enter the plot number.'])
    expect(await screen.findByText(missing)).toBeVisible();
  expect(calls.filter(({ path }) => path === '/land_slips')).toEqual([]);
});
