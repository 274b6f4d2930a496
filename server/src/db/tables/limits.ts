export type LimitTables = {
  limit_counts: {
    /** The limit's name. */
    name: string;
    /** SHA-256 of the counted subject, in hex. */
    subject: string;
    starts_at: Date;
    ends_at: Date;
    count: number;
  };
};
