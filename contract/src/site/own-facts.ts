import { type Accounts, hasAccounts } from './pay-to.ts';
import type { Site } from './schemas.ts';

/** The company's own facts that an installation needs, as a sentence names them. */
const OWN_FACTS = {
  accounts: 'mobile money account',
  mobile_numbers: 'phone number',
  email: 'e-mail address',
  office_location: 'office address',
} as const;
export type OwnFact = keyof typeof OWN_FACTS;
export const OWN_FACT_KEYS = Object.keys(OWN_FACTS) as [OwnFact, ...OwnFact[]];

/** The own facts that are not entered yet. */
export const missingFacts = (site: Accounts & Pick<Site, Exclude<OwnFact, 'accounts'>>): OwnFact[] =>
  OWN_FACT_KEYS.filter((fact) => (fact === 'accounts' ? !hasAccounts(site) : site[fact].length === 0));

/** True while the company's account is missing, or waits for approval. */
export const isWithoutAccount = ({ missing, waiting }: { missing: OwnFact[]; waiting: OwnFact[] }): boolean =>
  [...missing, ...waiting].includes('accounts');

/** Own facts in words: `mobile money account and phone number`. */
export const factsInWords = (facts: readonly OwnFact[]): string =>
  new Intl.ListFormat('en-GB').format(facts.map((fact) => OWN_FACTS[fact]));
