export type JobRunTables = {
  job_runs: {
    name: string;
    begun_at: Date;
  };
};
