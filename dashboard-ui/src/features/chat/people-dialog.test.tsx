import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { me } from './fake-room';
import { PeopleDialog } from './people-dialog';

const members = [me, { authorId: 't', author: 'tidal' }];
const nothing = () => {};

it.each([
  [5, ['and 3 more']],
  [2, []],
])('of %i who are here, two listed, the dialog says %j', (count, words) => {
  render(
    <PeopleDialog
      presence={{ count, members }}
      me={me.authorId}
      admin={false}
      onMention={nothing}
      onMute={nothing}
      onClosed={nothing}
    />,
  );
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(2);
  expect(screen.queryAllByText(/^and \d+ more$/).map(({ textContent }) => textContent)).toEqual(words);
});
