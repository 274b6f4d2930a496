import { isAside, MAX_PHONE_LENGTH, parseMoney } from '@banbo/contract';
import { Button, Checkbox, Flex, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { ClaimFacts } from '~/components/payments/desk/claim-facts.tsx';
import { FIELDS, NetworkChoice, PanelTitle, ReceivedOn } from '~/components/payments/desk/money-fields.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import { fieldId } from '~/lib/form/check-by.ts';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { MAX_ID_LENGTH, waitsBecause } from './capture-values.ts';
import { PastedRows } from './pasted-rows.tsx';
import { Sitting } from './sitting.tsx';
import { useCapture } from './use-capture.ts';
import { readyRows, stateOfRow } from './use-many-captures.ts';

type Capture = ReturnType<typeof useCapture>;

/** The facts of one payment, as its message told them or as they are typed. */
function OneFields({ capture: { form, claim, leaveId, chooseNetwork } }: { capture: Capture }) {
  const { values } = form;
  const isFound = claim !== null;
  return (
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
        maxLength={MAX_PHONE_LENGTH}
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
  );
}

const Cancel = () => (
  <Button component={Link} to="/dashboard" variant="default" data-leaves="">
    Cancel
  </Button>
);

/** The claim of the typed ID, beside the fields. */
const ClaimPanel = ({ capture: { note, claim } }: { capture: Capture }) => (
  <Stack component="section" className="card" gap="sm" flex={2} aria-label="Claim">
    <PanelTitle>Claim</PanelTitle>
    <p className="soft" role="status">
      {note ?? 'The claim shows here once the transaction ID is entered.'}
    </p>
    {claim && <ClaimFacts claim={claim} />}
  </Stack>
);

/** How many messages there are, the tick for all of them, and each in a line. */
function ManyMessages({ many, tick }: { many: Capture['many']; tick: (input: HTMLInputElement | null) => void }) {
  const { rows, seen, error, done, isBusy } = many;
  const ready = readyRows(rows).length;
  const aside = rows.filter(({ sms }) => isAside(sms)).length;
  const unread = rows.filter((row) => stateOfRow(row, rows).kind === 'unreadable').length;
  const parts = [
    `${ready} can be captured`,
    ...(aside === 0 ? [] : [`${aside} ${aside === 1 ? 'is' : 'are'} set aside`]),
    ...(unread === 0 ? [] : [`${unread} ${unread === 1 ? 'needs' : 'need'} a look`]),
  ];
  const found = rows.length === 1 ? '1 message' : `${rows.length} messages`;
  return (
    <>
      <p role="status">{done ? `${done.taken} of ${done.of} are captured...` : `${found}: ${parts.join(', ')}.`}</p>
      <Checkbox
        ref={tick}
        id={fieldId('seen_in_account')}
        label="I have seen each of these payments in the MoMo account"
        checked={seen}
        error={error}
        onChange={(event) => many.setSeen(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button type="submit" loading={isBusy} disabled={ready === 0}>
          {`Capture ${ready}`}
        </Button>
        <Cancel />
      </Group>
      <PastedRows many={many} />
    </>
  );
}

/** Captures money in the MoMo account, typed or pasted, beside the claim of its transaction ID. */
export function CaptureForm() {
  const capture = useCapture();
  const { form, claim, captured, many, paste, submit } = capture;
  const { values, errors } = form;
  const amount = parseMoney(values.amount);
  const warning = claim !== null && amount !== null ? waitsBecause(claim, amount) : null;
  const isMany = many.rows.length > 0;
  const tick = useRef<HTMLInputElement>(null);
  const wantsTick = useRef(false);
  /** The tick of several messages comes with them. */
  const placeTick = (input: HTMLInputElement | null): void => {
    tick.current = input;
    if (input === null || !wantsTick.current) return;
    input.focus();
    wantsTick.current = false;
  };

  return (
    <Stack gap="md">
      <Flex
        component="form"
        {...{ direction: { base: 'column', md: 'row' }, gap: 'lg', align: { md: 'start' } }}
        onSubmit={submit}
        onKeyDown={sendByKey}
        noValidate
        aria-label="Momo payment"
      >
        <Stack className="card" gap="sm" flex={3} miw={0}>
          <Textarea
            {...form.input('message')}
            label="Paste the whole message"
            description="One message, or as many as there are. A message can be forged, so look for the money in the account, too."
            rows={3}
            spellCheck={false}
            autoFocus={values.transaction_id === ''}
            onChange={(event) => {
              const isPasted = (event.nativeEvent as InputEvent).inputType === 'insertFromPaste';
              const toTick = (): void => {
                wantsTick.current = true;
                tick.current?.focus();
              };
              void paste(event.currentTarget.value, isPasted ? toTick : undefined);
            }}
          />
          {isMany ? (
            <ManyMessages many={many} tick={placeTick} />
          ) : (
            <>
              <OneFields capture={capture} />
              <Checkbox
                ref={placeTick}
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
                <Cancel />
              </Group>
            </>
          )}
        </Stack>
        {!isMany && <ClaimPanel capture={capture} />}
      </Flex>
      <Sitting captured={captured} />
    </Stack>
  );
}
