import type { OutboxItem } from './outbox-item.ts';

const DAY_MS = 86_400_000;
/** As drafts: a form left on a shared phone does not stay there for ever. */
const KEPT_MS = 30 * DAY_MS;

const keptFrom = ({ savedAt, answeredAt = savedAt }: OutboxItem): number => Date.parse(answeredAt);

/** The instant until which this phone keeps an item: 30 days from when it was saved, or answered. */
export const keptUntil = (item: OutboxItem): string => new Date(keptFrom(item) + KEPT_MS).toISOString();

export const isExpired = (item: OutboxItem, now: Date): boolean => now.getTime() >= keptFrom(item) + KEPT_MS;

/** A clock that ran ahead when the item was saved would keep it for too long, so its days count from now. */
export const withoutFuture = (item: OutboxItem, now: Date): OutboxItem => {
  if (keptFrom(item) <= now.getTime() + DAY_MS) return item;
  const { answeredAt: _answeredAt, ...rest } = item;
  return { ...rest, savedAt: now.toISOString() };
};

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
      ? 'It was not accepted within 30 days and has been deleted from this phone. Please register again.'
      : 'It was not accepted within 30 days and has been deleted from this phone. Please enter the payment again; the money need not be sent twice.',
});
