import {
  type AnyLookup,
  banks,
  denominations,
  identifications,
  nationalities,
  paths,
  relationships,
  stops,
  titles,
} from '@banbo/contract';
import { useSearchParams } from 'react-router';
import { LookupScreen } from '~/components/lookup/lookup-screen.tsx';
import { Page } from '~/components/page/page.tsx';
import { PartLinks } from '~/components/page/part-links.tsx';
import { CompanySettings } from '~/features/site/setup/company-settings.tsx';
import { useAbility } from '~/lib/session/ability.ts';

const COMPANY = { key: 'company', label: 'Company settings' };

const LOOKUPS: readonly { key: string; label: string; lookup: AnyLookup }[] = [
  { key: 'nationalities', label: 'Nationalities', lookup: nationalities },
  { key: 'identifications', label: 'Identification types', lookup: identifications },
  { key: 'relationships', label: 'Relationships', lookup: relationships },
  { key: 'banks', label: 'Banks', lookup: banks },
  { key: 'titles', label: 'Titles', lookup: titles },
  { key: 'paths', label: 'Paths', lookup: paths },
  { key: 'stops', label: 'Stops', lookup: stops },
  { key: 'denominations', label: 'Notes and coins', lookup: denominations },
];

export default function GeneralSetup() {
  const { can } = useAbility();
  const [query] = useSearchParams();
  const maySet = can('site.change');
  const parts = [...(maySet ? [COMPANY] : []), ...LOOKUPS];
  const current = parts.find(({ key }) => key === query.get('part')) ?? parts[0];
  const list = LOOKUPS.find(({ key }) => key === current?.key);
  return (
    <Page
      parts={
        <PartLinks
          isInHead
          label="Parts of the setup"
          parts={parts.map(({ key, label }) => ({ to: `?part=${key}`, label, isOpen: key === current?.key }))}
        />
      }
    >
      {/* The form stays mounted under a list, so that its input is kept. */}
      {maySet && (
        <div hidden={list !== undefined}>
          <CompanySettings />
        </div>
      )}
      {list && <LookupScreen key={list.key} lookup={list.lookup} mayChange={can('lookups.change')} />}
    </Page>
  );
}
