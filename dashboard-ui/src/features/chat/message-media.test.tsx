import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CarriedContext } from './carried';
import type { Attachment } from './message';
import { MessageMedia } from './message-media';

vi.mock('./queries', () => ({ useChatHost: () => '', onHost: (_: string, url: string) => url }));

const picture: Attachment = {
  url: '/uploads/a.webp',
  kind: 'image',
  type: 'image/webp',
  name: 'a.webp',
  size: 1,
  width: 10,
  height: 10,
  thumbnail: null,
};

it('a picture that failed to load is tried once more when the session cookie is set', () => {
  const draw = (carried: boolean) => (
    <CarriedContext value={carried}>
      <MessageMedia attachments={[picture]} onOpen={() => {}} />
    </CarriedContext>
  );
  const { container, rerender } = render(draw(false));
  fireEvent.error(container.querySelector('img')!);
  expect(screen.getByText('Not available')).toBeDefined();
  rerender(draw(true));
  expect(screen.queryByText('Not available')).toBeNull();
  fireEvent.error(container.querySelector('img')!);
  expect(screen.getByText('Not available')).toBeDefined();
});
