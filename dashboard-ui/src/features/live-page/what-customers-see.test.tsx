import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '../../frame/messages';
import { WhatCustomersSee } from './what-customers-see';

const trials = vi.hoisted(() => [] as ((failure: Failure) => void)[]);
vi.mock('./use-problem', () => ({ useProblem: () => null }));
vi.mock('./trial', async () => {
  const { useEffect } = await import('react');
  return {
    Trial({ onFailed }: { onFailed: (failure: Failure) => void }) {
      useEffect(() => void trials.push(onFailed), [onFailed]);
    },
  };
});

const suspended: Failure = { message: 'The page does not answer', line: null, unknown: true };

beforeEach(() => {
  trials.length = 0;
  render(<WhatCustomersSee saved="export default () => null" />);
});

it('code whose frame did not answer is run a second time', async () => {
  await act(async () => trials[0]!(suspended));
  expect(trials).toHaveLength(2);
  await act(async () => trials.at(-1)!({ message: 'stock is not defined', line: 3 }));
  expect(screen.getByRole('status').textContent).toContain(
    'what is saved fails. Line 3: stock is not defined',
  );
});

it('code whose frame never answers is not blamed', async () => {
  await act(async () => trials[0]!(suspended));
  await act(async () => trials.at(-1)!(suspended));
  expect(trials).toHaveLength(2);
  expect(screen.queryByRole('status')).toBeNull();
});
