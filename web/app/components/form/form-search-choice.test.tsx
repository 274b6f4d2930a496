import { describe, expect, it } from 'vitest';
import { matchChoices, settleChoice } from './form-search-choice.tsx';

const NATIONALITIES = ['Afghan', 'Ghanaian', 'Ivorian', 'Guinean', 'Papua New Guinean', 'São Toméan'];

describe('searching a list of choices', () => {
  it('puts the choices that begin with what was typed first', () => {
    expect(matchChoices(NATIONALITIES, 'gh')).toEqual(['Ghanaian', 'Afghan']);
  });

  it('does not mind case and accents', () => {
    expect(matchChoices(NATIONALITIES, 'SAO tome')).toEqual(['São Toméan']);
  });

  it('takes the only fitting choice on leaving the field, and the one typed in full among several', () => {
    expect(settleChoice(NATIONALITIES, 'ivor')).toBe('Ivorian');
    expect(settleChoice(NATIONALITIES, 'guinean')).toBe('Guinean');
  });

  it('takes nothing for an empty field and leaves the choice as it was when several fit or none', () => {
    expect(settleChoice(NATIONALITIES, ' ')).toBe('');
    expect(settleChoice(NATIONALITIES, 'an')).toBeNull();
    expect(settleChoice(NATIONALITIES, 'zz')).toBeNull();
  });
});
