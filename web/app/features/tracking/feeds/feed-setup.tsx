import { formatInstant, makeFeedSecret, showFeeds } from '@banbo/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton, SecretLink } from '~/components/record/copy-button.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** Lines of Traccar's configuration file; the secret takes the place of the dots. */
const traccarLines = (origin: string, secret: string | null): string => {
  const header = `X-Feed-Secret: ${secret ?? '…'}`;
  return [
    `<entry key='forward.enable'>true</entry>`,
    `<entry key='forward.type'>json</entry>`,
    `<entry key='forward.url'>${origin}/api/feeds/traccar/positions</entry>`,
    `<entry key='forward.header'>${header}</entry>`,
    `<entry key='event.forward.enable'>true</entry>`,
    `<entry key='event.forward.type'>json</entry>`,
    `<entry key='event.forward.url'>${origin}/api/feeds/traccar/events</entry>`,
    `<entry key='event.forward.header'>${header}</entry>`,
  ].join('\n');
};

/** The addresses that Traccar and apps send to, and their secret, which shows once it is made. */
export function FeedSetup() {
  const { can } = useAbility();
  const { data } = useQuery(read(showFeeds, {}));
  const [secret, setSecret] = useState<string | null>(null);
  if (!data) return null;
  const { origin } = window.location;
  const lines = traccarLines(origin, secret);
  const { secret_made_at: madeAt, secret_made_by: madeBy } = data;
  return (
    <section className="card" aria-label="Connect trackers">
      <Stack gap="sm">
        <h2 className="large">Connect trackers</h2>
        <p className="muted small">
          {madeAt === null
            ? 'No report is taken yet: the feeds have no secret.'
            : `The feeds’ secret was made on ${formatInstant(madeAt)}${madeBy === null ? '' : ` by ${madeBy}`}.`}
        </p>
        <p className="small">
          A tracker that is in stock by its IMEI and reports by another name needs that name on its own page under
          Devices.
        </p>
        {secret !== null && <SecretLink label="The secret, shown this once" link={secret} />}
        {can('tracking.change') && (
          <div>
            <ChangeButton
              label={madeAt === null ? 'Make the secret' : 'Make a new secret'}
              {...(madeAt !== null && { title: 'Make a new secret?', action: 'Make it', danger: true })}
              send={async () => {
                const made = await change(makeFeedSecret, {});
                setSecret(made.secret);
                return made;
              }}
            >
              <p>
                The present secret ends within five seconds. Reports are refused from then on until Traccar has the new
                one.
              </p>
            </ChangeButton>
          </div>
        )}
        <h3>Traccar</h3>
        <p className="small">
          Add these lines to <code>traccar.xml</code>, and start Traccar again.{' '}
          <CopyButton text={lines} of="the lines" className="text-button" />
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll wide lines */}
        <pre className="small" tabIndex={0} style={{ overflowX: 'auto' }}>
          {lines}
        </pre>
        <h3>Phones</h3>
        <p className="small">
          In OsmAnd, or another app with its protocol, enter this address. In place of IMEI and KEY put the tracker’s
          IMEI or name in the feed, as it is in stock, and its own key, which its page under Devices makes. The key
          counts beside the id in the address alone.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll wide lines */}
        <pre className="small" tabIndex={0} style={{ overflowX: 'auto' }}>
          {`${origin}/api/feeds/osmand?id=IMEI&key=KEY&lat={0}&lon={1}&timestamp={2}&speed={5}&bearing={6}`}
        </pre>
        <p className="small">
          In Traccar Client, and apps that post JSON or a form, enter the beginning of it as the server’s URL:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll wide lines */}
        <pre className="small" tabIndex={0} style={{ overflowX: 'auto' }}>
          {`${origin}/api/feeds/osmand?id=IMEI&key=KEY`}
        </pre>
      </Stack>
    </section>
  );
}
