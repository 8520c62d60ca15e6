import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Course } from './course';

it('says whose day is not over', () => {
  render(<Course data={{ days: [], stocks: [] }} />);
  expect(screen.getByText('Today so far (UTC)')).toBeDefined();
});
