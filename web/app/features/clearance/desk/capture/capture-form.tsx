import { formatMoney, parseMoney, toPesewas, type WaitingClaim } from '@banbo/contract';
import { Button, Checkbox, Flex, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { fieldId } from '~/lib/form/check-by.ts';
import { ClaimFacts, FIELDS, NetworkChoice, PanelTitle, ReceivedOn, TakenNote } from '../desk-parts.tsx';
import { MAX_ID_LENGTH, useCapture } from './use-capture.ts';

/** Why the money will not clear the claim at once, in a sentence; null if it will. */
const waitsBecause = (claim: WaitingClaim, amount: string): string | null => {
  const waits = 'The money is kept, and the claim waits on Payment Clearance.';
  if (amount !== claim.amount)
    return `${formatMoney(amount)} is not the ${formatMoney(claim.amount)} claimed. ${waits}`;
  if (claim.missing === null) return `This fee has no price yet. ${waits}`;
  if (claim.price !== null && toPesewas(amount) >= toPesewas(claim.price)) return null;
  if (claim.due_from !== null) return `${formatMoney(amount)} is below the price of a month to come. ${waits}`;
  if (toPesewas(amount) >= toPesewas(claim.missing)) return null;
  return `${formatMoney(amount)} is below the ${formatMoney(claim.missing)} missing. ${waits}`;
};

/** Captures money in the MoMo account, typed or pasted, beside the claim of its transaction ID. */
export function CaptureForm() {
  const { form, claim, note, taken, goBack, leaveId, chooseNetwork, paste, submit } = useCapture();
  const { values, errors } = form;
  const amount = parseMoney(values.amount);
  const warning = claim !== null && amount !== null ? waitsBecause(claim, amount) : null;
  const isFound = claim !== null;

  return (
    <Stack gap="md">
      <TakenNote taken={taken}>
        <Button size="xs" variant="default" onClick={goBack}>
          Back
        </Button>
      </TakenNote>
      <Flex
        component="form"
        {...{ direction: { base: 'column', md: 'row' }, gap: 'lg', align: { md: 'start' } }}
        onSubmit={submit}
        noValidate
        aria-label="Momo payment"
      >
        <Stack className="card" gap="sm" flex={3}>
          <Textarea
            {...form.input('message')}
            label="Paste the whole message"
            description="Fills in what it says. A message can be forged, so look for the money in the account, too."
            rows={3}
            spellCheck={false}
            onChange={(event) => void paste(event.currentTarget.value)}
          />
          <SimpleGrid {...FIELDS}>
            <TextInput
              {...form.input('transaction_id')}
              className="upper"
              label="Transaction ID"
              required
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_ID_LENGTH}
              onBlur={(event) => {
                // Cancel should not cause a complaint.
                if (event.relatedTarget instanceof HTMLElement && 'leaves' in event.relatedTarget.dataset) return;
                void leaveId();
              }}
            />
            <NetworkChoice
              input={{
                ...form.input('network'),
                onChange: (event) => void chooseNetwork(event.currentTarget.value),
              }}
            />
            <MoneyInput
              {...form.input('amount')}
              value={values.amount}
              label="Amount"
              required
              onText={(text) => form.setFieldValue('amount', text)}
            />
            <TextInput
              {...form.input('mobile_number')}
              label="Mobile Number"
              type="tel"
              autoComplete="off"
              maxLength={24}
              readOnly={isFound}
            />
            <TextInput
              {...form.input('reference')}
              className="upper"
              label="Reference"
              autoComplete="off"
              maxLength={60}
              readOnly={isFound}
            />
            <TextInput
              {...form.input('payer_name')}
              className="upper"
              label="Payer’s Name"
              autoComplete="off"
              maxLength={120}
            />
            <ReceivedOn input={form.input('received_on')} day={values.received_on} />
          </SimpleGrid>
          <Checkbox
            id={fieldId('seen_in_account')}
            label="I have seen this payment in the MoMo account"
            checked={values.seen_in_account}
            error={errors.seen_in_account}
            onChange={(event) => form.setFieldValue('seen_in_account', event.currentTarget.checked)}
          />
          {warning && (
            <p className="note" role="status">
              {warning}
            </p>
          )}
          <Group gap="xs">
            <Button type="submit" loading={form.isBusy}>
              Submit
            </Button>
            <Button component={Link} to="/dashboard" variant="default" data-leaves="">
              Cancel
            </Button>
          </Group>
        </Stack>
        <Stack component="section" className="card" gap="sm" flex={2} aria-label="Claim">
          <PanelTitle>Claim</PanelTitle>
          <p className="soft" role="status">
            {note ?? 'The claim shows here once the transaction ID is entered.'}
          </p>
          {claim && <ClaimFacts claim={claim} />}
        </Stack>
      </Flex>
    </Stack>
  );
}
