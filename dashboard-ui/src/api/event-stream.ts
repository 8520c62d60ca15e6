import { createParser } from 'eventsource-parser';

/** The server sends at least a comment every 20 s. */
const longestSilence = 45_000;

/** Calls `onData` with the data of each server-sent event, until the stream ends or falls silent. Throws when it breaks. */
export async function readEvents(stream: ReadableStream<Uint8Array>, onData: (data: string) => void) {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  // The type definitions of the two streams disagree about the type of a byte array.
  const reader = stream
    .pipeThrough(new TextDecoderStream() as never as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), longestSilence);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    parser.feed(value);
  }
}
