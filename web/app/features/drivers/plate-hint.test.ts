import { expect, test } from 'vitest';
import { plateHint } from './plate-hint.ts';

test('an unusual plate is pointed out as soon as it cannot become a usual one', () => {
  for (const plate of ['BAD', '1', 'A1', 'GR 1234-20-1', 'ASARE 1', 'GR 1234567'])
    expect(plateHint(plate)).toMatch(/^This is not the usual form/);
});

test('a usual plate is not, nor one that is being typed', () => {
  for (const plate of ['', ' ', 'G', 'gr', 'GR 1', 'GR 12', 'GR 123', 'GR 1234-20', 'gr 1-20'])
    expect(plateHint(plate)).toBe('As on the plate, like GR 1234-20');
});
