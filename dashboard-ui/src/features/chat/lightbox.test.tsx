import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Lightbox } from './lightbox';
import type { Attachment } from './message';

vi.mock('./queries', () => ({ useChatHost: () => '', onHost: (_: string, url: string) => url }));

const picture = (name: string) => ({ url: `/uploads/${name}`, name, kind: 'image' }) as Attachment;
const [a, b, c] = [picture('a.png'), picture('b.png'), picture('c.png')];
const closed = vi.fn();
const viewer = (...items: Attachment[]) => <Lightbox items={items} first={b!.url} onClosed={closed} />;

it('the lightbox stays on its picture when others are added before it', async () => {
  const { rerender } = render(viewer(b!, c!));
  rerender(viewer(a!, b!, c!));
  expect(screen.getByRole('img', { name: 'b.png' })).toBeTruthy();
  expect(screen.getByText('2 of 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('img', { name: 'c.png' })).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});

it('the lightbox closes when its picture is deleted', () => {
  const { rerender } = render(viewer(a!, b!, c!));
  rerender(viewer(a!, c!));
  expect(closed).toHaveBeenCalledTimes(1);
});
