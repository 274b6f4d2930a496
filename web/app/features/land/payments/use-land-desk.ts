import {
  GROUND_RENT,
  getLandPayer,
  getLandPayment,
  getLandPrices,
  type LandPayer,
  receiveLandPayment,
  today,
  type WaitingClaim,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDesk } from '~/components/payments/desk/use-desk.ts';
import { call } from '~/lib/api/api.ts';
import { landTypesQuery } from '~/lib/api/payment-types.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import {
  chosenPayer,
  emptyLandMoney,
  type LandMoneyValues,
  type LandRow,
  landErrors,
  PAYER_KINDS,
  type PayerKind,
  toReceivedLand,
} from './land-rows.ts';

/** The payer or the money that the address names, as links from their pages do. */
const openedWith = (query: URLSearchParams): LandMoneyValues => {
  const payer = PAYER_KINDS.find((kind) => /^\d{1,18}$/.test(query.get(kind) ?? ''));
  const transaction_id = query.get('transaction_id') ?? '';
  return {
    ...emptyLandMoney(),
    ...(payer && { payer, [payer]: query.get(payer) ?? '' }),
    ...(transaction_id !== '' && { mode: 'momo', transaction_id, network: query.get('network') ?? '' }),
    amount: query.get('amount') ?? '',
  };
};

const EMPTY_ROW = { payment_type: '', tenancy_id: '', plot_id: '', isOtherPlot: false, amount: '' };

/** Receives money for land: the payer, the money, the rows that it pays, and a claim of its ID. */
export const useLandDesk = () => {
  const [query] = useSearchParams();
  const { can } = useAbility();
  const [opened] = useState(() => openedWith(query));
  const desk = useDesk<LandMoneyValues, LandRow>({
    initial: opened,
    errorsOf: landErrors,
    keyName: 'banbo-receive-land-key',
    mayFindClaims: can('payments.receive'),
  });
  const { form, leaveId, setRows, getRows, nextKey } = desk;
  const types = useQuery(landTypesQuery);
  const chosen = chosenPayer(form.values);
  const payer = useQuery({
    ...read(getLandPayer, { query: chosen ?? {} }),
    enabled: chosen !== null,
    staleTime: 0,
  });
  const { zone_id = null, land_use = null } = payer.data ?? {};
  const mayPrice = can('land.read') && chosen !== null && zone_id !== null;
  const prices = useQuery({
    ...read(getLandPrices, {
      query: { year: Number(today().slice(0, 4)), zone_id: zone_id ?? undefined, land_use: land_use ?? undefined },
    }),
    enabled: mayPrice,
  });
  const newRow = (given: Partial<LandRow> = {}): LandRow => ({ ...EMPTY_ROW, ...given, key: nextKey() });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the ID that the address has
  useEffect(() => void leaveId(), []);

  // A payer that an address names has a row to begin with, as one that is chosen has.
  const isKnown = payer.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the payer is known
  useEffect(() => {
    if (isKnown && getRows().length === 0) setRows([newRow()]);
  }, [isKnown]);

  const choosePayer = (kind: PayerKind, id: string): void => {
    form.setValues({ payer: kind, [kind]: id });
    for (const name of PAYER_KINDS) form.clearFieldError(name);
    // Tenancies and plots are those of the former payer.
    setRows(getRows().map((row) => ({ ...row, tenancy_id: '', plot_id: '', isOtherPlot: false })));
  };

  return {
    ...desk,
    types: types.data ?? [],
    trouble: types.error,
    retry: types.refetch,
    payer,
    choosePayer,
    /** The price of a row for the plot that pays; rent has that of its tenancy. */
    priceOf: ({ payment_type, isOtherPlot }: LandRow): string | null =>
      !mayPrice || isOtherPlot || payment_type === GROUND_RENT
        ? null
        : (prices.data?.prices.find(({ type_code }) => type_code === payment_type)?.amount ?? null),
    addRow: (): void => {
      setRows([...getRows(), newRow()]);
      form.focus(`payments.${getRows().length - 1}.payment_type`);
    },
    /** Fills the empty row, or adds one, with the ground rent that a tenancy owes. */
    addOwed: ({ id, owed }: LandPayer['tenancies'][number]): void => {
      const rent = newRow({ payment_type: GROUND_RENT, tenancy_id: id, amount: owed });
      const at = getRows().findIndex(({ payment_type }) => payment_type === '');
      setRows(at < 0 ? [...getRows(), rent] : getRows().map((row, index) => (index === at ? rent : row)));
      form.focus(`payments.${at < 0 ? getRows().length - 1 : at}.amount`);
    },
    change: (key: number, given: Partial<LandRow>): void =>
      setRows(getRows().map((row) => (row.key === key ? { ...row, ...given } : row))),
    /** Receives the claim of a tenant. */
    takeClaim: (claim: WaitingClaim): Promise<void> =>
      desk.fillByClaim(claim, async () => {
        const { payment_id: id, payment_type, amount } = claim;
        const { tenant_id, tenancy_id, plot_id } = await call(getLandPayment, { params: { id } });
        choosePayer('tenant_id', tenant_id ?? '');
        const other = tenancy_id === null && plot_id !== null;
        const of = { tenancy_id: tenancy_id ?? '', plot_id: plot_id ?? '', isOtherPlot: other };
        return newRow({ payment_type, amount, ...of });
      }),
    takeAnother: (): void => desk.takeNext(form.getValues().payer),
    submit: form.submit(async (values) => {
      const body = toReceivedLand(values, getRows());
      const answer = await change(receiveLandPayment, { body, idempotencyKey: form.retryKey.keyFor(body) });
      desk.showTaken(answer, { ...emptyLandMoney(), mode: values.mode, payer: values.payer });
    }),
  };
};
