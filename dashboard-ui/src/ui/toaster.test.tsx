import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from './toaster';

const top = vi.hoisted(() => ({ layer: undefined as HTMLElement | undefined }));
vi.mock('./modal', () => ({ useTopLayer: () => top.layer }));

const show = vi.fn();

beforeEach(() => {
  HTMLElement.prototype.showPopover = show.mockReset();
});

it('stands above everything', () => {
  top.layer = document.body;
  render(<Toaster />);
  expect(show).toHaveBeenCalledOnce();
});

it('is not shown in a dialog that is gone', () => {
  top.layer = document.createElement('dialog');
  render(<Toaster />);
  expect(show).not.toHaveBeenCalled();
});
