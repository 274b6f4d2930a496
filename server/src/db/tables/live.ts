import type { GeneratedAlways } from 'kysely';

export type LiveTables = {
  /** Written by triggers alone. */
  live_events: {
    /** The transaction’s number, as text. */
    xid: GeneratedAlways<string>;
    id: GeneratedAlways<string>;
    topic: GeneratedAlways<string>;
    at: GeneratedAlways<Date>;
  };
};
