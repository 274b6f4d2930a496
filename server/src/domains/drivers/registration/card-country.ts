import { GHANA_CARD_WRONG, idNumberProblem, isGhanaCard, normalizeIdNumber, shownName } from '@banbo/contract';
import { DEMONYMS } from '#domains/lookups';

const demonymOf = (number: string): string | undefined => DEMONYMS.get(normalizeIdNumber(number).slice(0, 3));

/**
 * Refuses an ID number as the contract's `idNumberProblem` does, and a Ghana Card's with letters of
 * no country; null when it is fine. Rule 6 of docs/product/drivers.md.
 */
export const documentProblem = (type: string, number: string, mask: string | null): string | null => {
  const problem = idNumberProblem(type, number, mask);
  if (problem !== null || !isGhanaCard(type) || demonymOf(number) !== undefined) return problem;
  return `${normalizeIdNumber(number).slice(0, 3)} is no country. ${GHANA_CARD_WRONG}`;
};

type Document = { identification_type: string | null; id_number: string | null; nationality: string | null };

/**
 * The remark on a Ghana Card of another country than the nationality's; null where they agree, or
 * where one of them is not known.
 */
export const cardRemark = ({ identification_type, id_number, nationality }: Document): string | null => {
  if (!isGhanaCard(identification_type ?? '') || !nationality) return null;
  const demonym = demonymOf(id_number ?? '');
  if (demonym === undefined || demonym === nationality || ![...DEMONYMS.values()].includes(nationality)) return null;
  return `The card’s letters are ${shownName(demonym)}, the nationality is ${shownName(nationality)}. Please check.`;
};
