import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MessageText } from './message-text';

it('the text direction of a message follows its text', () => {
  render(<MessageText text="שלום, world!" people={[]} me="1" editedAt={null} />);
  expect(screen.getByRole('paragraph').dir).toBe('auto');
});
