const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The choices that contain the text, those beginning with it first; accents and case do not matter. */
export const matchChoices = (choices: readonly string[], input: string): string[] => {
  const wanted = plain(input);
  const found = choices.filter((choice) => plain(choice).includes(wanted));
  const begins = (choice: string) => plain(choice).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
};

/**
 * Settles a search field on leaving it: the choice entered in full, the only match, an empty text, or null when it is
 * unclear.
 */
export const settleChoice = (choices: readonly string[], input: string): string | null => {
  if (plain(input) === '') return '';
  const exact = choices.find((choice) => plain(choice) === plain(input));
  const matches = matchChoices(choices, input);
  return exact ?? (matches.length === 1 ? (matches[0] ?? null) : null);
};
