import { cleanup, configure } from '@testing-library/react';
import { TextDecoderStream, TransformStream } from 'node:stream/web';
import { MessageChannel } from 'node:worker_threads';
import { afterEach } from 'vitest';

// Globals that browsers have, but happy-dom's test context lacks or implements differently.
Object.assign(globalThis, { MessageChannel, TextDecoderStream, TransformStream });

// Tests wait for conditions, which may take long on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
