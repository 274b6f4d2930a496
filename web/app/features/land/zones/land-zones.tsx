import { zones } from '@banbo/contract';
import { LookupScreen } from '~/components/lookup/lookup-screen.tsx';
import { useAbility } from '~/lib/session/ability.ts';

/** The zones in which the office keeps land. */
export function LandZones() {
  const { can } = useAbility();
  return <LookupScreen lookup={zones} mayChange={can('land.setup')} />;
}
