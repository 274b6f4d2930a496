/** A form that waits on this device until there is network. Its key makes sending it again harmless. */
export type QueuedSubmission = {
  /** The `Idempotency-Key`, which also names the item. */
  key: string;
  kind: 'registration' | 'payment';
  /** Names it for the person, with no more than others may see: `Registration of AMA M., GR 1234-20`. */
  title: string;
  /** Where it is posted. */
  url: string;
  /** JSON, or a multipart form when it may carry a photo. */
  format: 'json' | 'multipart';
  /** The request's body. It, the photo and the form are taken out as soon as the server has received them. */
  body: Record<string, string | number | undefined>;
  photo?: File;
  /** The form as it was filled in, to be corrected after a refusal. */
  form: unknown;
  /** What the confirmation shows besides the server's answer. */
  shown: unknown;
  /** Instants as ISO text; the oldest is sent first. */
  savedAt: string;
  /** The server's time at the first try after its time that it could not take. One on another day ends it. */
  firstTriedLate?: string;
  /** When the server answered. */
  answeredAt?: string;
  /** `expired` is what is left of a form that was never received: its kind and its dates, so that it is not gone in silence. */
  state: 'waiting' | 'received' | 'refused' | 'expired';
  /** The server's message, once it has answered. */
  message?: string;
  /** What is wrong with single fields, by their name in the body. */
  fields?: Record<string, string>;
  answer?: unknown;
  /** The person has been told what became of it. */
  told?: true;
};

/** Told to all tabs and the service worker when the queue has changed. */
export type QueueNews = { key: string; state: QueuedSubmission['state'] | 'gone'; title: string; message: string };

export const QUEUE_CHANNEL = 'banbo-outbox';
/** The name of the lock under which one tab or worker at a time sends, and of the browser's background sync. */
export const QUEUE_LOCK = 'banbo-outbox';
