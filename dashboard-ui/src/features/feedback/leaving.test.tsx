import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { BugForm } from './bug-reports/bug-form';
import { SuggestionForm } from './suggestions/suggestion-form';

const left = vi.hoisted(() => ({ unsent: undefined as object | undefined }));
vi.mock('../auth/use-unsent', () => ({ useUnsent: () => left.unsent, useKeepUnsent: () => {} }));

beforeEach(() => {
  left.unsent = undefined;
  storeSession('bds_mine');
});

async function open(form: ReactNode) {
  const router = createMemoryRouter([
    { path: '/', element: form },
    { path: '/orders', element: null },
  ]);
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  return () => act(async () => router.navigate('/orders'));
}

const question = () => screen.queryByRole('alertdialog')?.textContent ?? '';
const close = () => {};

describe.each([
  ['suggestion', SuggestionForm, 'Your suggestion has not been submitted.'],
  ['bug report', BugForm, 'Your report has not been submitted.'],
])('leaving the %s form', (_, Form, text) => {
  it('asks when the input has not been submitted', async () => {
    const leave = await open(<Form open onClose={close} />);
    await userEvent.type(screen.getByLabelText('Title'), 'Filter orders');
    await leave();
    expect(question()).toContain(text);
  });

  it('asks about input left from an earlier session, even when the form is closed', async () => {
    left.unsent = { title: 'Filter orders', description: '' };
    const leave = await open(<Form open={false} onClose={close} />);
    await leave();
    expect(question()).toContain(text);
  });

  it('asks nothing when nothing was typed', async () => {
    const leave = await open(<Form open onClose={close} />);
    await leave();
    expect(question()).toBe('');
  });
});
