import { isCitizen, LAND_USE_LABELS, listLeaseRules, showLandTenant, showPlot } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';
import type { ApplicationValues } from './application-values.ts';

/** Whether the applicant of a form counts as a citizen; null while nobody knows. */
const useIsCitizen = (values: ApplicationValues): boolean | null => {
  const { who, tenant_id: id = '' } = values;
  const isNew = who === 'new';
  const { data: tenant } = useQuery({ ...read(showLandTenant, { params: { id } }), enabled: !isNew && id !== '' });
  if (!isNew) return id !== '' && tenant ? isCitizen(tenant) : null;
  const share = values['applicant.foreign_share']?.trim() ?? '';
  const nationality = values['applicant.nationality'] ?? '';
  if (values['applicant.kind'] === 'organisation') {
    const foreign_share = share === '' ? null : Number(share);
    return foreign_share === null ? null : isCitizen({ kind: 'organisation', nationality, foreign_share });
  }
  return nationality === '' ? null : isCitizen({ kind: 'person', nationality, foreign_share: null });
};

/** The longest term by rule for a form’s plot and applicant; a hint while one is missing. */
export const useLongestTerm = (values: ApplicationValues): string => {
  const { plot_id: id = '' } = values;
  const { data: plot } = useQuery({ ...read(showPlot, { params: { id } }), enabled: id !== '' });
  const { data: rules = [] } = useQuery(read(listLeaseRules, {}));
  const citizen = useIsCitizen(values);
  if (id === '' || !plot || citizen === null) return 'Choose plot and applicant to see the longest one';
  const rule = rules.find(({ is_citizen, land_use }) => is_citizen === citizen && land_use === plot.land_use);
  if (!rule) return '';
  const who = citizen ? 'a citizen of Ghana' : 'not a citizen of Ghana';
  return `At most ${rule.max_years} years: ${LAND_USE_LABELS[plot.land_use].toLowerCase()} land, ${who}`;
};
