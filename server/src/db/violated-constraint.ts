const UNIQUE_VIOLATION = '23505';

/** The name of the unique constraint or index that refused a statement, or null for any other error. */
export const violatedUnique = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
};
