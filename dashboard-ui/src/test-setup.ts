import { cleanup } from '@testing-library/react';
import { TextDecoderStream, TransformStream } from 'node:stream/web';
import { MessageChannel } from 'node:worker_threads';
import { afterEach } from 'vitest';

// What browsers have, and the context that each file has to itself lacks, or has as happy-dom makes it.
Object.assign(globalThis, { MessageChannel, TextDecoderStream, TransformStream });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
