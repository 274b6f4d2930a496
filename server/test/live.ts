import { LIVE_MEDIA_TYPE } from '@banbo/contract';
import { expect, onTestFinished } from 'vitest';

export type LiveEvent = {
  name: string;
  id: string | null;
  data: { topics?: string[]; resumed?: boolean; ringing?: { id: string; car_number?: string }[] };
};

const eventOf = (text: string): LiveEvent => {
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return {
    name: fields.get('event') ?? '',
    id: fields.get('id') ?? null,
    data: JSON.parse(fields.get('data') ?? '{}') as LiveEvent['data'],
  };
};

/** A stream of what changes, as a page reads it. */
export type Live = {
  response: Response;
  events: LiveEvent[];
  /** The topics received so far, each as often as it came. */
  topics: () => string[];
  /** Waits for an event of the name or with the topic, and gives it. */
  until: (nameOrTopic: string) => Promise<LiveEvent>;
  /** Waits for the server to end it. */
  ended: Promise<void>;
  leave: () => void;
};

const WAIT = { timeout: 20_000 };

/** Opens a stream at a listening server and waits for its beginning; the test's end closes it. */
export const openLive = async (
  address: string,
  headers: Record<string, string>,
  lastEventId?: string | null,
  path = '/live',
): Promise<Live> => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${address}/api${path}`, {
    headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, `${LIVE_MEDIA_TYPE}; charset=utf-8`]);
  const events: LiveEvent[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const part of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const whole = (text + part).split('\n\n');
      text = whole.pop() ?? '';
      events.push(...whole.filter((one) => one !== ':').map(eventOf));
    }
  };
  const find = (name: string) => events.find((one) => one.name === name || one.data.topics?.includes(name));
  const until = async (name: string): Promise<LiveEvent> => {
    await expect.poll(() => find(name), WAIT).toBeDefined();
    return find(name) as LiveEvent;
  };
  // A server that dies, and leaving, break it off.
  const ended = read().catch(() => {});
  await until('begun');
  const topics = () => events.flatMap(({ data }) => data.topics ?? []);
  return { response, events, topics, until, ended, leave: () => leaving.abort() };
};
