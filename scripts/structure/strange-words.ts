/** Phrases that read strangely to an English-speaking clerk, and what is said instead. */
export const STRANGE_WORDS: Readonly<Record<string, string>> = {
  'To be added': 'Please add …, or: Will be added',
  'is no day.': '… is not a date. Write 22/11/1985.',
  'It lacks': 'No e-mail address',
  'Words of texts': 'Message templates',
  'Who Looked': 'Who viewed this record',
  'told once an hour': 'one entry an hour',
  'Give out data': 'Export personal data',
  'Needs somebody': 'To do',
  'Nobody yet. Find': 'No driver chosen. Find …',
  'came to nothing': 'Background tasks that failed in the last month',
  'Look through the books': 'Check the books now',
  'Nothing is money yet': 'Nothing is recorded yet. This is a preview.',
  'photo of before is removed': 'The old photo will be deleted.',
  'A lower rank number': 'Rank 1000 is above rank 2000.',
  'whose end is not known may': 'A prompt without an answer may still have been paid.',
  "'To the queues": 'Back to the queues',
  'Please give what was sent': 'Please fill in the form.',
  "'Going on'": 'In progress',
  'This is no ': 'This is not …',
  ' is no amount': '… is not an amount.',
  ' is no month': '… is not a month. Write it as 10/2026.',
  'priced anew': '… gets the new price',
  ' by now.`': '… is now …',
  'Decide so': 'the deed itself, such as: Give the ID',
  'with another one at this moment': '… has just been merged with another one.',
  'Who has what': 'Messages by person',
  'nobody has explained': 'that is not chosen here',
  'take the place of the former': 'These codes replace the old ones.',
  'is back to zero': '… was reset.',
  'Take a filter away': 'Remove a filter.',
  'It has run out': 'It has expired',
};

/** Screens, and the pages that say what they promise in the same words. */
const isShown = (path: string): boolean =>
  /^(?:contract\/src|server\/src|web\/app|docs\/product)\//.test(path) && !/\.test\.tsx?$/.test(path);

/** Lines, as `path:line: phrase`, that say something strange; comments count, too. */
export const strangeWordsIn = (path: string, text: string): string[] => {
  if (!isShown(path)) return [];
  const phrases = Object.keys(STRANGE_WORDS);
  return text
    .split('\n')
    .flatMap((line, index) =>
      phrases.filter((phrase) => line.includes(phrase)).map((phrase) => `${path}:${index + 1}: ${phrase}`),
    );
};
