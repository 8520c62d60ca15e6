import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { aMessage } from './a-message';
import { Composer } from './composer';
import type { Attachment } from './message';

const nothing = () => {};
const picture = { url: '/uploads/a.png' } as Attachment;

it.each([
  ['can', [picture]],
  ['cannot', []],
])('%s take all words from a message with files %j', async (can, attachments) => {
  const send = vi.fn();
  render(
    <Composer
      ref={null}
      text=""
      onText={nothing}
      replyTo={null}
      editing={aMessage(1, { attachments })}
      onCancel={nothing}
      uploads={{ list: [], add: nothing, retry: nothing, remove: nothing }}
      people={[]}
      longest={4000}
      busy={false}
      onSend={send}
      onEditLast={nothing}
    />,
    { wrapper: MemoryRouter },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(send).toHaveBeenCalledTimes(can === 'can' ? 1 : 0);
});
