import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { EndpointDialog } from './endpoint-dialog';

async function add(status: number, message: string) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: status, message }, { status })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EndpointDialog onClosed={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Address'), 'http://10.0.0.1/');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText(message);
}

it('a refused address is shown at the address field, which gets the focus', async () => {
  await add(422, 'The address must begin with https://.');
  const address = screen.getByLabelText('Address');
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(address);
  // As an alert it is announced even if the field had the focus before.
  expect(screen.getByRole('alert').id).toBe(address.getAttribute('aria-describedby'));
});

it('an error that is not about the address is shown for the whole form', async () => {
  await add(409, 'There are 10 event endpoints already. Delete one first.');
  expect(screen.getByRole('alert').textContent).toContain('There are 10 event endpoints already.');
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBeNull();
});

it('the order.waiting event is described as an order whose delivery was given up', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EndpointDialog onClosed={() => {}} />
    </QueryClientProvider>,
  );
  const waiting = screen.getByRole('checkbox', { name: /order\.waiting/ });
  expect(waiting.closest('label')!.textContent).toContain(
    'Delivery was given up, and the order waits for you',
  );
});

it('a failure is reported as a toast when the endpoint dialog was closed meanwhile', async () => {
  const said = vi.spyOn(toasts, 'show');
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <EndpointDialog onClosed={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Address'), 'http://10.0.0.1/');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  unmount();
  answer(Response.json({ code: 422, message: 'The address must begin with https://.' }, { status: 422 }));
  await waitFor(() => expect(said.mock.calls).toEqual([['error', 'The address must begin with https://.']]));
});
