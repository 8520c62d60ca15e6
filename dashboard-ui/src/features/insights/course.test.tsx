import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Course } from './course';

it('the chart legend names the unfinished day as today in UTC', () => {
  render(<Course data={{ days: [], stocks: [] }} />);
  expect(screen.getByText('Today so far (UTC)')).toBeDefined();
});
