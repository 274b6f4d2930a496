import { ApiError } from '../api/api.ts';
import type { QueuedSubmission } from './queue-store.ts';

/** The outcome of a form that did not arrive. If `unreachable`, the person may queue it. */
export type NotSent =
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  | { kind: 'unreachable'; message: string }
  | { kind: 'kept'; key: string };

/** For an answer by another network's page. */
const UNREADABLE = 'The answer could not be read. Please try again.';

/** Queues a form on this device. Never rejects. */
export const keepOnDevice = async (item: Omit<QueuedSubmission, 'savedAt' | 'state'>): Promise<NotSent> => {
  try {
    const { keepForLater } = await import('./keep-for-later.ts');
    await keepForLater(item);
    return { kind: 'kept', key: item.key };
  } catch {
    return { kind: 'unreachable', message: 'This phone could not save the form. Please try again with network.' };
  }
};

/** The outcome of a form whose sending threw `error`. Without network, `keep` queues it. */
export const notSent = async (error: unknown, keep: () => Promise<NotSent>): Promise<NotSent> => {
  if (!(error instanceof ApiError)) return { kind: 'unreachable', message: UNREADABLE };
  if (error.status === 0 && !navigator.onLine) return keep();
  if (error.status === 0 || error.status >= 500) return { kind: 'unreachable', message: error.message };
  return { kind: 'refused', message: error.message, fields: error.fields };
};
