import { createParser } from 'eventsource-parser';

/** Hands on the data of each server-sent event, until the stream ends. Throws when it breaks. */
export async function readEvents(stream: ReadableStream<Uint8Array>, onData: (data: string) => void) {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  // The two differ in what the compiler takes for bytes.
  const reader = stream
    .pipeThrough(new TextDecoderStream() as never as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}
