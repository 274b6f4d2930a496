import { expect, test } from 'vitest';
import { exampleValues, fillTemplate, fillWords, smsParts, templateProblem, whyWordsWait } from './template-words.ts';
import { TEMPLATE_FIELDS, TEMPLATE_KEYS, templateOf } from './templates.ts';

test.each(TEMPLATE_KEYS)('the built-in words of %s keep its own rules, and its example is whole', (key) => {
  const { words, parts } = templateOf(key);
  expect(templateProblem(key, words)).toBeNull();
  const example = fillTemplate(words, exampleValues(key));
  expect(example).not.toMatch(/[{}]/);
  expect(smsParts(example)).toBeLessThanOrEqual(parts);
});

test('no template knows a name or a car, which strangers choose', () => {
  expect(Object.keys(TEMPLATE_FIELDS).filter((field) => /name|car|kin|address/.test(field))).toEqual([]);
});

test('fields are filled in one go, as often as they are named', () => {
  const values = { company: '{link}', link: 'a' };
  expect(fillWords('password', '{company} {link} {link}', values)).toBe('{link} a a');
});

test('words are refused in the time that their length takes, however they are made', () => {
  for (const words of ['{'.repeat(480), '{a'.repeat(240), `{${'a'.repeat(478)}`, ' '.repeat(480)]) {
    expect(templateProblem('welcome', words)).toEqual(expect.any(String));
  }
});

test.each([
  ['a number', 'Call 024-555 1234', 'Banbo'],
  ['digits that are scattered', '0 and 2 and 4 and 5 and 5 and 5 and 1', 'Banbo'],
  ['digits of other scripts and in circles', '٠٢٤ ①②③ ²⁴', 'Banbo'],
  ['a number that begins in the company’s name', '{company}1234 {amount}', 'Banbo 024555'],
  ['a number behind what looks like a date', 'Call 02/01/2045-55', 'Banbo'],
  ['a web address', 'Pay at bit.ly/banbo', 'Banbo'],
  ['a web address that the company’s name begins', '{company}.com', 'Banbo'],
  ['a mail address', 'Write to me@x', 'Banbo'],
])('words with %s wait for another person', (_, words, company) => {
  expect(whyWordsWait(words, company)).toMatch(/stands in the words/);
});

test('words with a date, an amount and the fields are one person’s, also where money is asked for', () => {
  const words = '{company}: {amount} of {driver_code}. Please pay before 15/12/2026, GHS 20.00 later: {pay_to}';
  expect([whyWordsWait(words, 'Banbo'), templateProblem('reminder', words)]).toEqual([null, null]);
});
