// @vitest-environment happy-dom
import { type CheckedLandDocument, NOT_TITLE, UNKNOWN_LAND_PAPER } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import LandPaper from '~/features/site/land/land-paper.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';

const CODE = '7Q2MXK4D9H3BZT10';
const CERTIFICATE: CheckedLandDocument = {
  ...{
    number: 'TC2026-0007',
    kind: 'tenancy_certificate',
    day: '2026-11-19',
    plot: 'Plot 141, Block B, Nungua Zone 3',
  },
  ...{ status: 'valid', replaced_by: null, tenant: 'G. O.', finding: null },
};
const SLIP: CheckedLandDocument = {
  ...CERTIFICATE,
  ...{ number: 'SL2026-0009', kind: 'slip', tenant: null },
  finding: { is_clear: false, lines: ['Court case against the plot since 4 Mar 2021.'] },
};

const open = (answer: Answer, hash = `#${CODE}`) => {
  window.location.hash = hash;
  onTestFinished(() => {
    window.location.hash = '';
  });
  const served = serve({ '/land_documents/check': answer });
  return { ...openPage([{ path: '/land_paper', element: <LandPaper /> }], '/land_paper'), ...served };
};

test('a certificate of ours shows what its holder can compare, and the tenant by initials', async () => {
  open(CERTIFICATE);
  expect(await screen.findByText('This paper is one of ours.')).toBeVisible();
  for (const fact of ['Tenancy certificate TC2026-0007', '19 Nov 2026', 'G. O. (initials)', '7Q2M-XK4D-9H3B-ZT10'])
    expect(screen.getByText(fact)).toBeVisible();
  expect(screen.getByText(NOT_TITLE)).toBeVisible();
  expect(screen.queryByRole('link', { name: /PDF/ })).toBeNull();
});

test('a slip shows its finding and opens as PDF', async () => {
  open(SLIP);
  expect(await screen.findByText('This slip is one of ours. It is valid for its day.')).toBeVisible();
  expect(screen.getByText('Court case against the plot since 4 Mar 2021.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the slip SL2026-0009 (PDF)' })).toHaveAttribute(
    'href',
    `/api/land_slips/file?code=${CODE}`,
  );
});

test.each([
  [{ status: 'replaced', replaced_by: 'TC2026-0008' }, 'This paper is replaced by TC2026-0008. It is no longer valid.'],
  [{ status: 'ended' }, 'The tenancy on this paper has ended. The paper is no longer valid.'],
  [{ status: 'annulled' }, 'The application for this paper was annulled. The paper is not valid.'],
] as const)('a paper that no longer holds says why: $0', async (state, sentence) => {
  open({ ...CERTIFICATE, ...state });
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a typed code is checked, and one that no paper has says so', async () => {
  const { user, calls } = open(() => refusal(404, UNKNOWN_LAND_PAPER), '');
  const code = screen.getByLabelText('Code on the paper');
  await user.click(screen.getByRole('button', { name: 'Check the code' }));
  expect(await screen.findByText('Please enter the code on the paper.')).toBeVisible();
  await user.type(code, '7q2m');
  await user.click(screen.getByRole('button', { name: 'Check the code' }));
  expect(await screen.findByText('The code has 16 letters and digits. Please compare it.')).toBeVisible();
  expect(calls).toEqual([]);
  await user.clear(code);
  await user.type(code, '7q2m-xk4d-9h3b-zt1o');
  await user.click(screen.getByRole('button', { name: 'Check the code' }));
  expect(await screen.findByText(UNKNOWN_LAND_PAPER)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Is this plot free?' })).toHaveAttribute('href', '/plot_search');
  expect(window.location.hash).toBe(`#${CODE}`);
});
