import { DAY_MS, KEPT_DAYS, KEPT_MS } from '../browser-storage.ts';
import type { QueuedSubmission } from './queue-store.ts';

const keptFrom = ({ savedAt, answeredAt = savedAt }: QueuedSubmission): number => Date.parse(answeredAt);

/** The instant until which this phone keeps an item, counted from saving or answering. */
export const keptUntil = (item: QueuedSubmission): string => new Date(keptFrom(item) + KEPT_MS).toISOString();

export const isKeptNoMore = (item: QueuedSubmission, now: Date): boolean => now.getTime() >= keptFrom(item) + KEPT_MS;

/** If the clock ran ahead when the item was saved, its days count from now. */
export const withoutFuture = (item: QueuedSubmission, now: Date): QueuedSubmission => {
  if (keptFrom(item) <= now.getTime() + DAY_MS) return item;
  const { answeredAt: _answeredAt, ...rest } = item;
  return { ...rest, savedAt: now.toISOString() };
};

const dayOf = (instant: string): string => instant.slice(0, 10);

/**
 * A waiting item after the server failed to take it at its time; null if it was too late on two of
 * the server's days. The phone's own clock expires nothing: offline, it may have jumped.
 */
export const afterSilence = (item: QueuedSubmission, serverTime: Date): QueuedSubmission | null => {
  const { firstTriedLate, ...rest } = item;
  if (!isKeptNoMore(item, serverTime)) return firstTriedLate ? rest : item;
  const at = serverTime.toISOString();
  if (!firstTriedLate) return { ...item, firstTriedLate: at };
  return dayOf(firstTriedLate) === dayOf(at) ? item : null;
};

const UNKNOWN = {
  registration:
    'We could not learn whether it was received, and it has been deleted from this phone. Please register again. If the car is registered already, it was received: please call us for the driver code.',
  payment:
    'We could not learn whether it was received, and it has been deleted from this phone. Please enter the payment again; if it was received, we say that its transaction ID was already used. The money need not be sent twice.',
};
const GONE = `It was not accepted within ${KEPT_DAYS} days and has been deleted from this phone.`;
const REFUSED = {
  registration: `${GONE} Please register again.`,
  payment: `${GONE} Please enter the payment again; the money need not be sent twice.`,
};

/** The name of an expired form, without personal data. */
export const titleOfRemains = ({ kind, body }: QueuedSubmission): string =>
  kind === 'registration'
    ? 'A registration'
    : `A payment, transaction ID …${String(body.transaction_id ?? '').slice(-4)}`;

/** The trace of a form that was never received, without personal data. */
export const remainsOf = (item: QueuedSubmission): QueuedSubmission => ({
  key: item.key,
  kind: item.kind,
  savedAt: item.savedAt,
  title: titleOfRemains(item),
  url: '',
  format: 'json',
  body: {},
  form: null,
  shown: null,
  state: 'expired',
  message: (item.state === 'waiting' ? UNKNOWN : REFUSED)[item.kind],
});
