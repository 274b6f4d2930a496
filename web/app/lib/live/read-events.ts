/** An event of a stream; its id is null where it has none. `name` is empty for a comment, which says that the server is there. */
export type StreamEvent = { name: string; id: string | null; data: string };

const eventOf = (text: string): StreamEvent => {
  const event: StreamEvent = { name: '', id: null, data: '' };
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const [field, value] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trimStart()];
    if (field === 'event') event.name = value;
    if (field === 'id') event.id = value;
    if (field === 'data') event.data += value;
  }
  return event;
};

/** The events of a stream of server-sent events as our server writes them: lines end in a line feed, data has one line. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) yield eventOf(event);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
