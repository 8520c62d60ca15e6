import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Facts } from './facts';

it('facts are set apart, also when they are read aloud; missing ones leave no dot behind, and no dot can begin a line', () => {
  const { container } = render(
    <Facts>
      {null}
      <span>1 event</span>
      {false}
      <span>whsec_…ab</span>
      {undefined}
    </Facts>,
  );
  expect(container.textContent).toBe('1 event\u00a0· whsec_…ab');
  for (const dot of container.querySelectorAll('[aria-hidden]')) dot.remove();
  expect(container.textContent).toBe('1 event whsec_…ab');
});
