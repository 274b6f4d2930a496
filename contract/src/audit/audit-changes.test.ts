import { expect, test } from 'vitest';
import { auditSubject, changesText } from './audit-changes.ts';

test('a change is told in words: names of fields, yes and no, days and times', () => {
  const before = { first_name: 'Ama', email: '', removed_at: null, by_plan: false, due_from: null };
  const after = {
    first_name: 'Yaa',
    email: 'yaa@example.com',
    removed_at: '2026-11-20T18:00:00.000Z',
    by_plan: true,
    due_from: '2027-01-01',
  };
  expect(changesText({ before, after })).toBe(
    'First name: Ama → Yaa; E-mail: empty → yaa@example.com; Removed: empty → 20 Nov 2026, 18:00; ' +
      'Priced by plan: no → yes; Due from: empty → 1 Jan 2027',
  );
});

test('a list that was saved to a file has its name, format and order in words', () => {
  const after = { format: 'xlsx', rows: 12, channel: 'sms', sort: '-created_at' };
  expect(auditSubject({ subject_kind: 'list', subject: 'outbox' })).toBe('Messages to members and staff');
  expect(changesText({ before: null, after })).toBe(
    'Format: Excel; Rows: 12; Channel: sms; Order: Created at, descending',
  );
});

test('a plan and its month are told by their names', () => {
  const [before, after] = [{ plan: 'standard' }, { plan: 'platinum', from: '2026-12' }];
  expect(changesText({ before, after })).toBe('Plan: Standard → Platinum; From: December 2026');
  expect(changesText({ before: { plan: null }, after: { plan: 'gold' } })).toBe('Plan: empty → gold');
});

test('fees, ways to pay and states of money are told in words, not by their codes', () => {
  const before = { status: 'pending', mode: 'cheque' };
  const after = { status: 'ended', fees: 'DP, SS November 2026', credit_paid: 'SS October 2026: 300.00', fee: 'ZZ' };
  expect(changesText({ before: null, after: { transaction_id: 'CHEQUE4512B12D6995B5E' } })).toMatch(/: Cheque 004512$/);
  expect(changesText({ before, after })).toBe(
    'Status: waits for the bank → ended; Mode: Cheque; Fees: Device payment, Monthly subscription November 2026; ' +
      'Fee: ZZ; Paid from credit: Monthly subscription October 2026: 300.00',
  );
  expect(auditSubject({ subject_kind: 'use of credit', subject: 'SS May 2026' })).toBe('Monthly subscription May 2026');
});

test('values that stay empty are left out, and a record that was made or removed has one side', () => {
  expect(changesText({ before: { status_reason: null }, after: { status_reason: null } })).toBe('');
  expect(changesText({ before: { bank: 'ABSA' }, after: null })).toBe('Bank: ABSA');
});

test('other subjects keep their names, and so does a list of another version', () => {
  expect(auditSubject({ subject_kind: 'user', subject: 'outbox' })).toBe('outbox');
  expect(auditSubject({ subject_kind: 'list', subject: 'tariffs' })).toBe('tariffs');
});
