const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The choices that hold what was typed, those beginning with it first; accents and case do not matter. */
export const matchChoices = (choices: readonly string[], typed: string): string[] => {
  const wanted = plain(typed);
  const found = choices.filter((choice) => plain(choice).includes(wanted));
  const begins = (choice: string) => plain(choice).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
};

/** What leaving the field means: the choice typed in full, the only one that fits, nothing, or null when it is unclear. */
export const settleChoice = (choices: readonly string[], typed: string): string | null => {
  if (plain(typed) === '') return '';
  const exact = choices.find((choice) => plain(choice) === plain(typed));
  const matches = matchChoices(choices, typed);
  return exact ?? (matches.length === 1 ? (matches[0] ?? null) : null);
};
