import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { formatDateTime } from '../../shared/format/date';
import { useSayFound } from '../../ui/use-say-found';
import { renderSignedIn } from '../auth/signed-in';
import { OrdersPage } from './orders-page';

const made = '2026-11-20T09:14:00Z';

vi.mock('../../ui/use-say-found', () => ({ useSayFound: vi.fn() }));

/** An order with the fields of the contract, and no more. */
const order = (orderId: string, success: number) => ({
  orderId,
  guildId: '918430295761048371',
  invite: 'lofi-lounge',
  stock: 'OneMonthTokens.txt',
  amount: 4,
  BBGuildID: '804117263958201446',
  storeLink: null,
  discordLink: null,
  'tokens-used': { success: Array.from({ length: success }, (_, index) => `good-${index}`), failed: [] },
});

let answers: Record<string, unknown>;

beforeEach(() => {
  vi.mocked(useSayFound).mockReset();
  storeSession('bds_mine');
  answers = {};
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    const guildId = searchParams.get('guildId');
    const answer = await answers[guildId ? `${pathname}?guildId=${guildId}` : pathname];
    return answer ? Response.json(answer) : Response.json({}, { status: 404 });
  });
});

function take(ids: string[]) {
  const folderDates = Object.fromEntries(ids.map((id) => [id, made]));
  answers['/api/dashboard/fetch-dashboard-orders'] = { folders: ids, folderDates };
}

const takeOrder = (orderId: string, answer: unknown) => {
  answers[`/api/dashboard/orders/${orderId}/order.json`] = answer;
};

const open = (address?: string) => renderSignedIn(OrdersPage, { address });

const row = async (id: string) => (await screen.findByText(id)).closest('li')!;

it('orders that have only the fields of the API contract are shown', async () => {
  take(['DONE', 'PART', 'NONE', 'ON-ITS-WAY']);
  takeOrder('DONE', order('DONE', 2));
  takeOrder('PART', order('PART', 1));
  takeOrder('NONE', order('NONE', 0));
  takeOrder('ON-ITS-WAY', { ...order('ON-ITS-WAY', 0), state: 'queued' });
  open();
  await within(await row('DONE')).findByText('Completed');
  await within(await row('PART')).findByText('Partial');
  await within(await row('NONE')).findByText('Failed');
  await within(await row('ON-ITS-WAY')).findByText('Processing');

  await userEvent.click(screen.getByText('PART'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(formatDateTime(made))).toBeTruthy();
  expect(dialog.getByText('50%')).toBeTruthy();
  expect(dialog.queryByRole('region', { name: 'History' })).toBeNull();
});

it('an order that cannot be read does not hide the others', async () => {
  take(['GOOD', 'BROKEN', 'EMPTY']);
  takeOrder('GOOD', order('GOOD', 2));
  takeOrder('BROKEN', { ...order('BROKEN', 1), 'tokens-used': null });
  takeOrder('EMPTY', {});
  open();
  await within(await row('GOOD')).findByText('Completed');
  await within(await row('BROKEN')).findByText('This order could not be loaded');
  await within(await row('EMPTY')).findByText('This order could not be loaded');
});

it('the page shows its part of the orders when the answer has all of them and no total', async () => {
  const ids = Array.from({ length: 23 }, (_, index) => `ORDER-${index}`);
  take(ids);
  for (const id of ids) takeOrder(id, order(id, 2));
  open('/?size=10&page=3');
  await row('ORDER-20');
  expect(screen.queryByText('ORDER-19')).toBeNull();
  expect(await screen.findByText(/Loaded 3 \/ 3 on this page • All orders: 23/)).toBeTruthy();
  expect(screen.getByText('Page 3 of 3')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Total Orders' }).textContent).toBe('Total Orders23');
});

it('how many orders a filter shows is only announced once all of them are known', async () => {
  take(['DONE', 'NONE']);
  takeOrder('DONE', order('DONE', 2));
  let arrive: (answer: unknown) => void;
  takeOrder('NONE', new Promise((resolve) => (arrive = resolve)));
  open('/?shown=completed');
  await within(await row('DONE')).findByText('Completed');
  const counts = () => vi.mocked(useSayFound).mock.calls.map(([{ count }]) => count);
  expect(counts().every((count) => count === undefined)).toBe(true);
  arrive!(order('NONE', 0));
  await waitFor(() => expect(counts().at(-1)).toBe(1));
});

it('with several storefronts each order names its own, and the orders of one can be chosen', async () => {
  const storefront = (guildId: string, name: string) => ({ guildId, name });
  const tea = '918430295761048371';
  answers['/api/storefronts'] = [storefront('804117263958201446', 'Nova'), storefront(tea, 'Tea House')];
  take(['NOVAS', 'TEAS']);
  takeOrder('NOVAS', order('NOVAS', 2));
  takeOrder('TEAS', { ...order('TEAS', 2), BBGuildID: tea });
  open();
  await within(await row('NOVAS')).findByText('Nova');
  await within(await row('TEAS')).findByText('Tea House');

  const listed = { orderId: 'TEAS', createdAt: made };
  answers[`/api/dashboard/orders?guildId=${tea}`] = { orders: [listed], total: 1, totalIsCapped: false };
  await userEvent.click(screen.getByRole('combobox', { name: 'Storefront' }));
  await userEvent.click(screen.getByRole('option', { name: 'Tea House' }));
  await waitFor(() => expect(screen.queryByText('NOVAS')).toBeNull());
  expect(await screen.findByText(/Found: 1/)).toBeTruthy();
});

it('with one storefront no order names it, and there is nothing to choose', async () => {
  answers['/api/storefronts'] = [{ guildId: '804117263958201446', name: 'Nova' }];
  take(['NOVAS']);
  takeOrder('NOVAS', order('NOVAS', 2));
  open();
  await within(await row('NOVAS')).findByText('Completed');
  expect(screen.queryByText('Nova')).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Storefront' })).toBeNull();
});

it('the choice of a storefront stays when the one that is chosen is the last that is left', async () => {
  const nova = '804117263958201446';
  const listed = { orderId: 'NOVAS', createdAt: made };
  answers[`/api/dashboard/orders?guildId=${nova}`] = { orders: [listed], total: 1, totalIsCapped: false };
  answers['/api/storefronts'] = [{ guildId: nova, name: 'Nova' }];
  takeOrder('NOVAS', order('NOVAS', 2));
  open(`/?guild=${nova}`);
  await row('NOVAS');
  expect((await screen.findByRole('combobox', { name: 'Storefront' })).textContent).toContain('Nova');
});

it('the name of the search is its placeholder', async () => {
  take(['DONE']);
  takeOrder('DONE', order('DONE', 2));
  open();
  const search = await screen.findByRole('searchbox', { name: 'Search in this page…' });
  expect(search.getAttribute('placeholder')).toBe('Search in this page…');
});
