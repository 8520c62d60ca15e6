import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '../../shared/format/date';
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
