import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MessageText } from './message-text';

it('runs in the direction of what was written', () => {
  render(<MessageText text="שלום, world!" people={[]} me="1" editedAt={null} />);
  expect(screen.getByRole('paragraph').dir).toBe('auto');
});
