import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEvents } from './event-stream';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function aStream() {
  let source!: ReadableStreamDefaultController<Uint8Array>;
  const cancelled = vi.fn();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller;
    },
    cancel: cancelled,
  });
  const say = (text: string) => source.enqueue(new TextEncoder().encode(text));
  return { stream, say, cancelled, end: () => source.close() };
}

describe('an event stream', () => {
  it('is read as long as data or keep-alive comments arrive', async () => {
    const { stream, say, end } = aStream();
    const onData = vi.fn();
    const ended = vi.fn();
    void readEvents(stream, onData).then(ended);
    for (let turn = 0; turn < 4; turn++) {
      await vi.advanceTimersByTimeAsync(40_000);
      say(turn === 3 ? 'data: late\n\n' : ':\n\n');
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(onData).toHaveBeenCalledExactlyOnceWith('late');
    expect(ended).not.toHaveBeenCalled();
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is cancelled after 45 seconds of silence', async () => {
    const { stream, say, cancelled } = aStream();
    const ended = vi.fn();
    void readEvents(stream, () => {}).then(ended);
    say(':\n\n');
    await vi.advanceTimersByTimeAsync(44_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalled();
    expect(cancelled).toHaveBeenCalled();
  });
});
