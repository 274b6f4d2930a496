type Named = { first_name: string; middle_name: string; last_name: string };

/** First, middle and last name, without a gap where the middle one is empty. */
export const fullName = ({ first_name, middle_name, last_name }: Named): string =>
  [first_name, middle_name, last_name].filter((name) => name !== '').join(' ');
