import { denominations } from '@banbo/contract';
import { audit } from '#domains/audit';
import { denominationTable } from './denominations.repo.ts';

/** The look-up of notes and coins. */
export const DENOMINATIONS = { ...denominations, table: denominationTable, audit };
