import { z } from 'zod';
import { MAX_WHOLE_DIGITS, toPesewas } from './pesewas.ts';

const MONEY = new RegExp(`^\\d{1,${MAX_WHOLE_DIGITS}}\\.\\d{2}$`);

/** An amount in Ghana cedis as text with two decimals, `"300.00"`; never negative, never a float. */
export const Money = z.string().regex(MONEY, { error: 'Give an amount with two decimals, like 300.00.', abort: true });
/** An amount that must be more than nothing. */
export const PositiveMoney = Money.refine((text) => toPesewas(text) > 0n, 'The amount must be more than 0.00.');
