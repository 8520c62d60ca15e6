import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { formatDate } from '../../shared/format/date';
import { BugReportsPage } from './bug-reports/bug-reports-page';
import { SuggestionsPage } from './suggestions/suggestions-page';

const written = '2026-01-02T03:04:05.000Z';
const entry = {
  _id: '7',
  title: 'A title',
  description: 'A description',
  author: 'nova',
  createdAt: Date.parse(written) / 1000,
};
const suggestion = (status: string, upvotes = 0) => ({
  ...entry,
  ...{ status, upvotes, downvotes: upvotes / 3, votes: {}, userVote: 'none' },
});
const bug = (status: string) => ({ ...entry, severity: 'high', status });

/** Opens a screen, and returns its only row. */
async function rowOf(Screen: ComponentType, answer: object, admin = false) {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  renderSignedIn(Screen, { admin });
  return within(await screen.findByRole('listitem'));
}

it.each([
  ['suggestion', SuggestionsPage, { suggestions: [suggestion('pending')] }],
  ['bug report', BugReportsPage, { bugs: [bug('open')] }],
])('a %s shows its author and the day on which it was written', async (_, Screen, answer) => {
  const row = await rowOf(Screen, answer);
  expect(row.getByText('nova')).toBeTruthy();
  const time = row.getByText(formatDate(written));
  expect(formatDate(written)).toMatch(/^Jan \d, 2026$/);
  expect(time.getAttribute('datetime')).toBe(written);
});

it('the suggestions have their number beside the heading, and a percentage only with votes', async () => {
  const row = await rowOf(SuggestionsPage, { suggestions: [suggestion('pending')] });
  expect(screen.getByRole('heading', { name: 'Community Suggestions' }).nextSibling?.textContent).toBe('1');
  expect(row.queryByText(/positive/)).toBeNull();
});

it('the percentage of a suggestion is in its row once', async () => {
  const row = await rowOf(SuggestionsPage, { suggestions: [suggestion('pending', 3)] });
  expect(row.getByText('75% positive')).toBeTruthy();
});

it.each([
  ['Implement', 'pending', SuggestionsPage, { suggestions: [suggestion('pending')] }],
  ['Implement', 'approved', SuggestionsPage, { suggestions: [suggestion('approved')] }],
  [undefined, 'implemented', SuggestionsPage, { suggestions: [suggestion('implemented')] }],
  ['Mark Fixed', 'open', BugReportsPage, { bugs: [bug('open')] }],
  ['Mark Fixed', 'investigating', BugReportsPage, { bugs: [bug('investigating')] }],
  ['Mark Fixed', 'closed', BugReportsPage, { bugs: [bug('closed')] }],
  [undefined, 'fixed', BugReportsPage, { bugs: [bug('fixed')] }],
])('an admin is offered %s for the status %s, and Delete', async (advance, _, Screen, answer) => {
  const row = await rowOf(Screen, answer, true);
  const offered = row.queryAllByRole('button', { name: /^(Implement|Mark Fixed|Delete) / });
  expect(offered.map(({ textContent }) => textContent)).toEqual(advance ? [advance, 'Delete'] : ['Delete']);
});

it.each([
  ['suggestion', SuggestionsPage, { suggestions: [{ _id: '7', title: 'A title' }] }, 'Pending'],
  ['bug report', BugReportsPage, { bugs: [{ _id: '7', title: 'A title' }] }, 'Open'],
])('a %s of which only the title is known is shown', async (_, Screen, answer, status) => {
  const row = await rowOf(Screen, answer);
  expect(row.getByRole('heading').textContent).toBe('A title');
  expect(row.getByText(status)).toBeTruthy();
  expect(row.queryByText(/1970|NaN|undefined/)).toBeNull();
});
