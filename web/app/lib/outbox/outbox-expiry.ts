import { DAY_MS, KEPT_DAYS, KEPT_MS } from '../kept-days.ts';
import type { OutboxItem } from './outbox-item.ts';

const keptFrom = ({ savedAt, answeredAt = savedAt }: OutboxItem): number => Date.parse(answeredAt);

/** The instant until which this phone keeps an item, counted from when it was saved, or answered. */
export const keptUntil = (item: OutboxItem): string => new Date(keptFrom(item) + KEPT_MS).toISOString();

export const isKeptNoMore = (item: OutboxItem, now: Date): boolean => now.getTime() >= keptFrom(item) + KEPT_MS;

/** A clock that ran ahead when the item was saved would keep it for too long, so its days count from now. */
export const withoutFuture = (item: OutboxItem, now: Date): OutboxItem => {
  if (keptFrom(item) <= now.getTime() + DAY_MS) return item;
  const { answeredAt: _answeredAt, ...rest } = item;
  return { ...rest, savedAt: now.toISOString() };
};

const GONE = `It was not accepted within ${KEPT_DAYS} days and has been deleted from this phone.`;

/** The remains of a form that was never received: nothing about a person. */
export const remainsOf = ({ key, kind, savedAt }: OutboxItem): OutboxItem => ({
  key,
  kind,
  savedAt,
  title: kind === 'registration' ? 'A registration' : 'A payment',
  url: '',
  format: 'json',
  body: {},
  form: null,
  shown: null,
  state: 'expired',
  message:
    kind === 'registration'
      ? `${GONE} Please register again.`
      : `${GONE} Please enter the payment again; the money need not be sent twice.`,
});
