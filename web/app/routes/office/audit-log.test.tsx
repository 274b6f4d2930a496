// @vitest-environment happy-dom
import type { AuditEntry } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, holdToday, openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

holdToday();
await fetchPages('audit_log');

const CLEARED: AuditEntry = {
  id: '2',
  at: '2026-11-20T09:05:00.000Z',
  actor: 'the server',
  action: 'payments.clear',
  subject_kind: 'payment',
  subject_id: '7',
  subject: '87425701133',
  before: { status: 'submitted' },
  after: { status: 'cleared', amount: '1450.00' },
  request_id: '',
};
const BLOCKED: AuditEntry = { ...CLEARED, id: '1', actor: 'y.tetteh', action: 'users.block', subject: 'k.antwi' };

test('the log begins with what people did, and leads to what the server cleared by itself', async () => {
  signInAs('SuperAdmin');
  const rows = (...entries: AuditEntry[]) => Response.json(entries, { headers: { 'x-total-count': '2' } });
  const { answers } = serve({ '/audit': () => rows(BLOCKED) });
  const { user, router } = openOfficePage(['audit_log'], '/audit_log');
  expect(await screen.findByText('k.antwi')).toBeVisible();
  expect(screen.queryByText('The server')).toBeNull();
  answers['/audit'] = () => rows(CLEARED, BLOCKED);
  await user.click(screen.getByRole('link', { name: 'Show automatic entries' }));
  expect(router.state.location.search).toBe('?by=all');
  expect(await screen.findByText('The server')).toBeVisible();
  expect(screen.getAllByText('GHS 1,450.00')[0]).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Hide automatic entries' }));
  expect(await screen.findByRole('link', { name: 'Show automatic entries' })).toBeVisible();
});
