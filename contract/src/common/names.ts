/** A person has one name or more. This file imports no schema, so that public pages stay light. */

export const ONE_NAME = 'Please enter the name. One of the two is enough.';

/** True of a text with a letter or digit: lists write `-` or `.` where a name is missing. */
export const hasName = (text: string | undefined): boolean => /[\p{L}\p{N}]/u.test(text ?? '');

type Names = { first_name?: string | undefined; last_name?: string | undefined };

/** First and last name as they are stored: an only name is the first name, and signs are none. */
export const namesInPlace = ({ first_name, last_name }: Names): { first_name: string; last_name: string } => {
  const [first = '', last = ''] = [first_name, last_name].map((text) => (hasName(text) ? (text ?? '').trim() : ''));
  return first === '' ? { first_name: last, last_name: '' } : { first_name: first, last_name: last };
};

type Named = { first_name: string; middle_name?: string | undefined; last_name: string };

/** First, middle and last name, without a gap where one of them is empty. */
export const fullName = ({ first_name, middle_name = '', last_name }: Named): string =>
  [first_name, middle_name, last_name].filter((name) => name !== '').join(' ');
