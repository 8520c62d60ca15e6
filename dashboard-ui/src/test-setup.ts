import { cleanup, configure } from '@testing-library/react';
import { TextDecoderStream, TransformStream } from 'node:stream/web';
import { MessageChannel } from 'node:worker_threads';
import { afterEach } from 'vitest';

// What browsers have, and the context that each file has to itself lacks, or has as happy-dom makes it.
Object.assign(globalThis, { MessageChannel, TextDecoderStream, TransformStream });

// What is looked for comes when it comes, on a busy machine, too.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
