import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '../../shared/format/date';
import { toasts } from '../../ui/toast';
import { renderSignedIn } from '../auth/signed-in';
import { ActivityLogPage } from './activity-log-page';
import type { LogEntry } from './queries';

const entry = (id: string, changes: Partial<LogEntry> = {}): LogEntry => ({
  id,
  timestamp: new Date().toISOString(),
  username: 'nova',
  userId: '7',
  action: 'login',
  severity: 'info',
  details: '',
  ...changes,
});

/** Opens the log with an answer as in the contract: only the list and the next page, no counts. */
async function open(logs: LogEntry[]) {
  vi.stubGlobal('fetch', async () => Response.json({ logs, next: null }));
  renderSignedIn(ActivityLogPage, { admin: true });
  await screen.findByRole('heading', { level: 1 });
}

describe('the activity log page', () => {
  it('counts the loaded entries and offers their actions when the server sends no counts', async () => {
    await open([
      entry('4'),
      entry('3', { action: 'access_code_reset', severity: 'warning' }),
      entry('2', { action: 'order_failed', severity: 'error', timestamp: '2026-01-02T03:04:05Z' }),
      entry('1', { timestamp: '2026-01-02T03:04:05Z' }),
    ]);
    expect(await screen.findAllByRole('listitem')).toHaveLength(4);
    const card = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(card('Total Logs')).toBe('Total Logs4');
    expect(card("Today's Activity")).toBe("Today's Activity2");
    expect(card('Errors')).toBe('Errors1');
    expect(card('Access Code Resets')).toBe('Access Code Resets1');
    await userEvent.click(screen.getByRole('combobox', { name: 'Action' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All Actions',
      'Access Code Reset',
      'Login',
      'Order Failed',
    ]);
  });

  it('shows all of an entry', async () => {
    const timestamp = new Date(Date.now() - 5 * 60_000).toISOString();
    await open([
      entry('1', {
        ...{ timestamp, action: 'key_redeemed', severity: 'success', details: 'AAAAA · 14 boosts' },
        ...{ ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11)' },
      }),
    ]);
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByRole('heading').textContent).toBe('Key Redeemed');
    expect(row.getByText('Success')).toBeTruthy();
    expect(row.getByText('AAAAA · 14 boosts')).toBeTruthy();
    expect(row.getByText('5m ago')).toBeTruthy();
    const facts = row
      .getAllByRole('definition')
      .map(({ textContent }) => textContent?.replaceAll('\u200b', ''));
    expect(facts).toEqual(['nova', formatDateTime(timestamp), '203.0.113.7', '7', 'Mozilla/5.0 (X11)']);
  });

  it('says "No logs yet" when there are no entries', async () => {
    await open([]);
    expect(await screen.findByText('No logs yet')).toBeTruthy();
  });
});

describe('a refresh of the activity log', () => {
  /** Opens the log and presses "Refresh". Returns what has been said, and the answer to give. */
  async function refresh() {
    const said = vi.spyOn(toasts, 'show').mockImplementation(() => {});
    await open([entry('1')]);
    await screen.findByRole('listitem');
    let answer!: (response: Response) => void;
    // The stream of live updates may be asked for meanwhile, too.
    vi.stubGlobal(
      'fetch',
      ({ url }: Request) =>
        new Promise<Response>((resolve) => {
          if (url.includes('/api/admin/logs')) answer = resolve;
        }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    return { said, answer: (response: Response) => act(async () => answer(response)) };
  }

  it('keeps its button busy until it has succeeded, and then says so', async () => {
    const { said, answer } = await refresh();
    expect(said).not.toHaveBeenCalled();
    const button = screen.getByRole('button', { name: 'Refresh', busy: true });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await answer(Response.json({ logs: [entry('2')], next: null }));
    await waitFor(() => expect(said.mock.calls).toEqual([['success', 'Logs refreshed successfully']]));
    expect(screen.getByRole('button', { name: 'Refresh', busy: false })).toBe(button);
  });

  it('says when it has failed', async () => {
    const { said, answer } = await refresh();
    await answer(Response.json({ code: 500, message: '' }, { status: 500 }));
    await waitFor(() => expect(said.mock.calls).toEqual([['error', 'Failed to refresh logs']]));
  });

  it('says nothing when another filter is chosen meanwhile', async () => {
    const { said, answer } = await refresh();
    await userEvent.click(screen.getByRole('combobox', { name: 'Severity' }));
    await userEvent.click(screen.getByRole('option', { name: 'Error' }));
    await answer(Response.json({ code: 500, message: '' }, { status: 500 }));
    expect(await screen.findByText('Failed to fetch logs')).toBeTruthy();
    expect(said).not.toHaveBeenCalled();
  });

  it('says nothing when the screen is left meanwhile', async () => {
    const { said, answer } = await refresh();
    cleanup();
    await answer(Response.json({ code: 500, message: '' }, { status: 500 }));
    expect(said).not.toHaveBeenCalled();
  });
});
