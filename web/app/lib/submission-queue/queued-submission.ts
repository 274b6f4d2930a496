/** A form that waits on this device until there is network. Its key makes sending it again harmless. */
export type QueuedSubmission = {
  /** The `Idempotency-Key`, which also names the item. */
  key: string;
  kind: 'registration' | 'payment';
  /** The item's name for the person, without facts that others may not see: `Registration of AMA M., GR 1234-20`. */
  title: string;
  /** The address of its POST. */
  url: string;
  /** JSON, or a multipart form when it may carry a photo. */
  format: 'json' | 'multipart';
  /** The request's body. Body, photo and form are removed as soon as the server has received them. */
  body: Record<string, string | number | undefined>;
  photo?: File;
  /** The form as it was filled in, to be corrected after a refusal. */
  form: unknown;
  /** The facts that the confirmation shows beside the server's answer. */
  shown: unknown;
  /** Instants as ISO text; the oldest is sent first. */
  savedAt: string;
  /** The server's time at the first failed try after the item's time. A failed try on another day ends it. */
  firstTriedLate?: string;
  /** The moment of the server's answer. */
  answeredAt?: string;
  /**
   * `expired` is the trace of a form that was never received: its kind and its dates, so that it does not vanish in
   * silence.
   */
  state: 'waiting' | 'received' | 'refused' | 'expired';
  /** The server's message, once it has answered. */
  message?: string;
  /** The errors of single fields, by their name in the body. */
  fields?: Record<string, string>;
  answer?: unknown;
  /** The person has seen the result. */
  told?: true;
};

/** A change of the queue, for all tabs and the service worker. */
export type QueueNews = { key: string; state: QueuedSubmission['state'] | 'gone'; title: string; message: string };

export const QUEUE_CHANNEL = 'banbo-outbox';
/** The name of the lock under which one tab or worker at a time sends, and of the browser's background sync. */
export const QUEUE_LOCK = 'banbo-outbox';
