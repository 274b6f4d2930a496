import { type Filter, type PayerSide, shownKind } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { driversTypesQuery, landTypesQuery } from '~/lib/api/payment-types.ts';

type Of = { side: PayerSide; schema: Filter['schema']; isWanted?: boolean };

/** The filter by payment type; until the types load it offers all types alone. */
export const useTypeFilter = ({ side, schema, isWanted = true }: Of): Filter => {
  const isLand = side === 'land';
  const { data = [] } = useQuery({ ...(isLand ? landTypesQuery : driversTypesQuery), enabled: isWanted });
  const choices = data.map(({ type_code, description }) => ({
    value: type_code,
    label: isLand ? shownKind(description) : description,
  }));
  return { kind: 'choice', label: 'Type', choices: [{ value: '', label: 'All types' }, ...choices], schema };
};
