import { createParser } from 'eventsource-parser';

/** The server gives a sign every 20 s, if only a comment. */
const longestSilence = 45_000;

/** Hands on the data of each server-sent event, until the stream ends or falls silent. Throws when it breaks. */
export async function readEvents(stream: ReadableStream<Uint8Array>, onData: (data: string) => void) {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  // The two differ in what the compiler takes for bytes.
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
