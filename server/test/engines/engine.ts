/** Where a test file gets its own database from: made once for the run, by the setup of its project. */
export type Engine =
  /** A dump of the migrated and seeded embedded database, as a tar file. */
  | { kind: 'pglite'; dump: string }
  /** A throwaway PostgreSQL: the folder of its socket, and the migrated and seeded database to copy. */
  | { kind: 'postgres'; socketDir: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
  }
}
