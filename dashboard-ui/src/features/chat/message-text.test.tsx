import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MessageText } from './message-text';

const onFold = vi.fn();
const show = (text: string) =>
  render(<MessageText text={text} people={[]} me="1" editedAt={null} onFold={onFold} />);

/** As if every clamped text had more lines than it shows. */
function measureAsLong() {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(38_000);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly told: () => void;
      constructor(told: () => void) {
        this.told = told;
      }
      observe = () => this.told();
      disconnect = () => {};
    },
  );
}

it('the text direction of a message follows its text', () => {
  show('שלום, world!');
  expect(screen.getByRole('paragraph').dir).toBe('auto');
});

it('a text of many lines is clamped until it is unfolded', async () => {
  measureAsLong();
  show('line\n'.repeat(300));
  const text = screen.getByRole('paragraph');
  expect(text.className).toContain('line-clamp-20');
  const more = screen.getByRole('button', { name: 'More' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(more);
  expect(text.className).not.toContain('line-clamp');
  expect(more.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Less' }));
  expect(text.className).toContain('line-clamp-20');
  expect(onFold.mock.calls).toEqual([[false], [true]]);
});

it('a text of usual length is not measured', () => {
  measureAsLong();
  show('line\n'.repeat(12));
  expect(screen.getByRole('paragraph').className).not.toContain('line-clamp');
  expect(screen.queryByRole('button')).toBeNull();
});
