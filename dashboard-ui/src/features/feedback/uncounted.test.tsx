import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { BugReportsPage } from './bug-reports/bug-reports-page';
import { SuggestionsPage } from './suggestions/suggestions-page';

const suggestion = {
  _id: '7',
  title: 'Filter orders',
  description: 'By guild',
  author: 'nova',
  createdAt: 0,
  status: 'pending',
  upvotes: 0,
  downvotes: 0,
  votes: {},
  userVote: 'none',
};
const bug = {
  _id: '7',
  title: 'It hangs',
  description: 'Always',
  author: 'nova',
  createdAt: 0,
  severity: 'medium',
  status: 'open',
};

const fetched = vi.fn<(request: Request) => Promise<Response>>();

/** Opens a screen with an answer as in the contract: only the list, no counts. */
async function open(Screen: ComponentType, answer: object) {
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation(async () => Response.json(answer));
  renderSignedIn(Screen);
  await screen.findAllByRole('listitem');
}

const card = (name: string) => screen.getByRole('region', { name }).textContent;

it('the suggestions page counts the loaded suggestions when the server sends no counts', async () => {
  const others = [
    { ...suggestion, _id: '8', status: 'implemented' },
    { ...suggestion, _id: '9', status: 'approved' },
  ];
  await open(SuggestionsPage, { suggestions: [suggestion, ...others] });
  expect(card('Total Suggestions')).toBe('Total Suggestions3');
  expect(card('Pending Review')).toBe('Pending Review1');
  expect(card('Implemented')).toBe('Implemented1');
});

it('a suggestion that has only an _id can be voted on', async () => {
  await open(SuggestionsPage, { suggestions: [suggestion] });
  await userEvent.click(screen.getByRole('button', { name: /^Upvote/ }));
  const votes = fetched.mock.calls.filter(([{ method }]) => method === 'POST');
  expect(votes.map(([{ url }]) => new URL(url).pathname)).toEqual(['/api/suggestions/vote/7']);
});

it('the bug reports page counts the loaded reports when the server sends no counts', async () => {
  const others = [
    { ...bug, _id: '8', status: 'fixed', severity: 'critical' },
    { ...bug, _id: '9', status: 'closed' },
  ];
  await open(BugReportsPage, { bugs: [bug, ...others] });
  expect(card('Total Reports')).toBe('Total Reports3');
  expect(card('Open')).toBe('Open1');
  expect(card('Fixed')).toBe('Fixed1');
  expect(card('Critical')).toBe('Critical1');
  // The answer names no next page.
  expect(screen.queryByRole('button', { name: /more/i })).toBeNull();
});
