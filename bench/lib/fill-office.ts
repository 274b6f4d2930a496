/** Fills what the office's lists show of drivers: looks, changes, messages, requests, the log. */
export const officeRows = (drivers: number): string[] => [
  `INSERT INTO driver_looks (driver_id, actor, looked_at)
   SELECT 1 + n % ${drivers}, 'clerk' || n % 50, now() - n * interval '1 minute' FROM generate_series(1, ${drivers * 3}) AS n`,
  `INSERT INTO driver_changes (driver_id, version, changed_at, changed_by, reason, before, after)
   SELECT 1 + n % ${drivers}, 2 + n / ${drivers}, now() - n * interval '1 minute', (SELECT min(id) FROM accounts), 'As on the card.',
     '{"first_name": "AMA"}', '{"first_name": "YAA"}'
   FROM generate_series(1, ${drivers}) AS n`,
  `INSERT INTO audit_log (at, actor_id, actor, action, subject_kind, subject_id, subject, before, after, request_id)
   SELECT now() - n * interval '1 minute', NULL, 'clerk' || n % 50, 'drivers.change', 'driver', 1 + n % ${drivers}, 'DRV' || n, '{}', '{}', ''
   FROM generate_series(1, ${drivers * 5}) AS n`,
  `INSERT INTO outbox_messages (channel, recipient, subject, body, status, created_at, next_attempt_at, expires_at, sent_at)
   SELECT 'sms', '+23324' || lpad(n::text, 7, '0'), '', '', 'sent', now() - n * interval '1 minute', now(), now(), now()
   FROM generate_series(1, ${drivers}) AS n`,
  // All but the last were answered: an office keeps up, however large the company is.
  `INSERT INTO contact_messages (reference, name, email, subject, message, received_at, status, closed_at)
   SELECT 'CM-' || lpad(to_hex(n), 6, '0'), 'AMA MENSAH', 'visitor' || n || '@example.com', 'Question ' || n, 'When do you fit?',
     now() - n * interval '1 minute', CASE WHEN n <= 200 THEN 'new' ELSE 'closed' END, CASE WHEN n > 200 THEN now() END
   FROM generate_series(1, ${drivers}) AS n`,
  `INSERT INTO car_requests (driver_id, car_number, asked_at)
   SELECT n, 'GX ' || n, now() - n * interval '1 minute' FROM generate_series(1, ${Math.ceil(drivers / 10)}) AS n`,
];
