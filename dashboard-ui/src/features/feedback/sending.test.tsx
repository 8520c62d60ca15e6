import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { BugForm } from './bug-reports/bug-form';
import { SuggestionForm } from './suggestions/suggestion-form';

vi.mock('../auth/use-unsent', () => ({ useUnsent: () => undefined, useKeepUnsent: () => {} }));

let answer: (response: Response) => void;
const said = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  storeSession('bds_mine');
  onClose.mockReset();
  vi.spyOn(toasts, 'show').mockImplementation(said.mockReset());
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});

const title = () => screen.getByLabelText<HTMLInputElement>('Title');

describe.each([
  ['suggestion', SuggestionForm, 'Submit Suggestion', 'Suggestion created successfully!'],
  ['bug report', BugForm, 'Submit Report', 'Bug report created successfully!'],
])('a submitted %s', (_, Form, submit, words) => {
  async function send() {
    const router = createMemoryRouter([{ path: '/', element: <Form open onClose={onClose} /> }]);
    await act(async () => {
      render(
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>,
      );
    });
    await userEvent.type(title(), 'Filter orders');
    await userEvent.type(screen.getByLabelText('Description'), 'By guild');
    await userEvent.click(screen.getByRole('button', { name: submit }));
  }

  async function arrives() {
    await act(async () => answer(Response.json({ code: 200, message: '' })));
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', words));
  }

  it('is cleared from its form, which closes', async () => {
    await send();
    await arrives();
    expect(title().value).toBe('');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps the form open when the user typed on while it was being sent', async () => {
    await send();
    await userEvent.type(title(), ' by guild');
    await arrives();
    expect(title().value).toBe('Filter orders by guild');
    expect(onClose).not.toHaveBeenCalled();
  });
});
