import * as React from 'react';
import { compile } from './compile';

/** For tests: runs a page's code as the frame does, and returns its exported page. */
export function run(source: string, tick: () => void = () => {}): unknown {
  const compiled = compile(source);
  if (compiled.status === 'refused') throw new Error(`refused: ${compiled.message}`);
  const make = (0, eval)(compiled.code) as (...given: unknown[]) => unknown;
  const module = { exports: {} };
  return make(
    React,
    {},
    () => React,
    module.exports,
    module,
    () => {},
    tick,
  );
}
