import { zones } from '@banbo/contract';
import { Text } from '@mantine/core';
import { LookupScreen } from '~/components/lookup/lookup-screen.tsx';
import { useAbility } from '~/lib/session/ability.ts';

/** The zones in which the office keeps land. */
export function LandZones() {
  const { can } = useAbility();
  const mayChange = can('land.setup');
  return (
    <>
      <LookupScreen lookup={zones} mayChange={mayChange} />
      {!mayChange && (
        <Text c="dimmed" fz="sm" mt="sm">
          Only those who may set up land add and change zones.
        </Text>
      )}
    </>
  );
}
