import { expect, test } from 'vitest';
import { exampleValues, fillTemplate, fillWords, smsParts, templateProblem } from './template-words.ts';
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
