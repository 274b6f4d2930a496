import { formatDay, type TenancyRow } from '@banbo/contract';
import { counted } from '~/lib/counted.ts';

/** A tenancy's term: `99 years from 1 Mar 2020`. */
export const termInWords = ({ term_years, commencement }: Pick<TenancyRow, 'term_years' | 'commencement'>): string =>
  `${counted(term_years, 'year')} from ${formatDay(commencement)}`;
