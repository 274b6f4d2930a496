import { expect, test } from 'vitest';
import { choosePaper } from './choose-paper.ts';

const file = (text: string, size = 0): File => {
  const made = new File([text], 'bill.pdf', { type: 'application/pdf' });
  if (size > 0) Object.defineProperty(made, 'size', { value: size });
  return made;
};

test('a PDF is sent as it is', async () => {
  const bill = file('%PDF-1.4 %%EOF');
  expect(await choosePaper(bill)).toBe(bill);
});

test('a file of 50 MB, and one that is neither PDF nor picture, is refused before anything is sent', async () => {
  await expect(choosePaper(file('%PDF-1.4', 50_000_000))).rejects.toThrow('larger than 10 MB');
  await expect(choosePaper(file('Pay me, says this text that is no paper.'))).rejects.toThrow(
    'choose a PDF or a picture',
  );
  await expect(choosePaper(file(''))).rejects.toThrow('choose a PDF or a picture');
});
