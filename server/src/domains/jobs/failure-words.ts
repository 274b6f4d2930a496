const MAX_LENGTH = 300;

/** An error's message as it is kept beside what failed. */
export const wordsOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return (text || 'Unknown').slice(0, MAX_LENGTH);
};
