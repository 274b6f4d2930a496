import {
  addShareReceipt,
  BENEFICIARY_LABELS,
  changeSharePayout,
  formatDay,
  formatMoney,
  getShareReceipt,
  getShareVoucher,
  PAYMENT_MODE_LABELS,
  SharePayoutChange,
  type SharePayoutRecord,
  showSharePayout,
} from '@banbo/contract';
import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { choosePaper } from '~/components/papers/choose-paper.ts';
import { PaperButton } from '~/components/papers/paper-button.tsx';
import { PayoutQuestion } from '~/components/payments/payout-question.tsx';
import { byAndAt, doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { withFixed } from '~/lib/form/check-by.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { PayoutBadge } from './share-payout-table.tsx';

const factsOf = (payout: SharePayoutRecord): Fact[] => {
  const { status, mode, paid_on, approved_by, approved_at, is_alone, ended_by, ended_at, entry } = payout;
  const isPaid = status === 'paid';
  return [
    ['Share of', BENEFICIARY_LABELS[payout.beneficiary]],
    ['Amount', formatMoney(payout.amount)],
    [isPaid ? 'Paid by' : 'To be paid by', PAYMENT_MODE_LABELS[mode]],
    [isPaid ? 'Paid to' : 'To', payout.paid_to],
    ['For', payout.reason],
    ['Asked by', byAndAt(payout.asked_by, payout.asked_at)],
    ...doneBy('Approved by', approved_by, approved_at, is_alone),
    ...(paid_on === null ? [] : [['Paid on', formatDay(paid_on)] as const, ['Reference', payout.reference] as const]),
    ...(ended_at === null ? [] : [[isPaid ? 'Noted by' : 'Ended by', byAndAt(ended_by, ended_at)] as const]),
    ...(entry === null ? [] : [['Entry', entry] as const]),
    ...(payout.came_back_on === null
      ? []
      : [['Came back', `${formatDay(payout.came_back_on)}: ${payout.came_back_reason}`] as const]),
  ];
};

/** Notes how an approved payout was paid. */
const PayShare = ({ payout }: { payout: SharePayoutRecord }) => (
  <PayoutQuestion
    payout={payout}
    schema={SharePayoutChange}
    send={(body) => change(changeSharePayout, { params: { id: payout.id }, body })}
    cashHint={`Its reference is ${payout.number}.`}
    referenceHint="The transaction ID, the bank’s reference or the number of the cheque"
  />
);

const WITHDRAWAL = withFixed(SharePayoutChange, { change: 'withdraw' });
const CAME_BACK = withFixed(SharePayoutChange, { change: 'come_back' });

/** The voucher to sign, and the receipt that came back signed. */
function Papers({ payout: { id, status, receipt_name } }: { payout: SharePayoutRecord }) {
  const { can } = useAbility();
  const retryKey = useIdempotencyKey();
  const printing = useAction({ run: () => saveFile(getShareVoucher, { params: { id } }) });
  const saving = useAction({ run: () => saveFile(getShareReceipt, { params: { id } }) });
  const sending = useAction({
    run: async (chosen: File) => {
      const body = { file: await choosePaper(chosen) };
      return retryKey.send(body, (idempotencyKey) => change(addShareReceipt, { params: { id }, body, idempotencyKey }));
    },
    says: ({ message }) => message,
  });
  if (status !== 'approved' && status !== 'paid') return null;
  return (
    <section aria-label="Papers">
      <h2 className="large">Papers</h2>
      <Group gap="sm">
        <Button variant="default" loading={printing.isPending} onClick={() => printing.mutate()}>
          Voucher
        </Button>
        {receipt_name !== null && (
          <Anchor component="button" type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
            {receipt_name}
          </Anchor>
        )}
        {status === 'paid' && receipt_name === null && can('land.receive') && (
          <PaperButton
            label="Attach the signed receipt"
            busy={sending.isPending}
            onFile={(file) => sending.mutate(file)}
          />
        )}
      </Group>
      {status === 'paid' && receipt_name === null && <Text c="dimmed">The signed receipt is not attached yet.</Text>}
    </section>
  );
}

function Actions({ payout }: { payout: SharePayoutRecord }) {
  const { can } = useAbility();
  const { id, number, status, approval_id, payout_hindrance } = payout;
  if (approval_id !== null) return <WaitingApproval id={approval_id}>Another person approves it</WaitingApproval>;
  if (!can('land.receive')) return null;
  if (status === 'paid' && payout.came_back_on === null) {
    return (
      <ChangeButton
        label="It came back…"
        title={`Did the money of ${number} come back?`}
        action="Note it"
        reason={{ schema: CAME_BACK, seenBy: 'Stays with the payout and in the audit log.' }}
        send={(reason) => change(changeSharePayout, { params: { id }, body: { change: 'come_back', reason } })}
      >
        The opposite entry is posted today, and the share holds the money again.
      </ChangeButton>
    );
  }
  if (status !== 'approved') return null;
  return (
    <Group gap="sm">
      {payout_hindrance === null ? (
        <PayShare payout={payout} />
      ) : (
        <p className="note">To be paid: {payout_hindrance}</p>
      )}
      <ChangeButton
        label="Withdraw…"
        title={`Withdraw ${number}?`}
        action="Withdraw"
        reason={{ schema: WITHDRAWAL, seenBy: 'Stays with the payout and in the audit log.' }}
        send={(reason) => change(changeSharePayout, { params: { id }, body: { change: 'withdraw', reason } })}
      >
        The money stays with the share, and may be paid out by another payout.
      </ChangeButton>
    </Group>
  );
}

/** A payout of a share with its papers and everybody who took part in it. */
export function SharePayoutPage({ id }: { id: string }) {
  useLive(['approvals'], () => refresh('share_payouts'));
  return (
    <RecordPage
      of="payout"
      query={{ ...read(showSharePayout, { params: { id } }), staleTime: 0 }}
      all={{ to: '/share_payouts', label: 'All payouts' }}
      title={({ number, amount }) => `${number}: ${formatMoney(amount)}`}
    >
      {(payout) => (
        <Box maw="44rem">
          <Box mb="md">
            <PayoutBadge payout={payout} reason={payout.status_reason} />
          </Box>
          <FactList facts={factsOf(payout)} />
          <Box my="lg">
            <Papers payout={payout} />
          </Box>
          <Actions payout={payout} />
        </Box>
      )}
    </RecordPage>
  );
}
