import { describe, expect, it } from 'vitest';
import { isFiltered, matchesFilter, noFilter, type LogFilter } from './log-filter';

const entry = {
  username: 'Nova',
  userId: '7bdfe9f5-06bb',
  action: 'access_code_reset',
  details: 'Reset from the dashboard',
  severity: 'warning',
};
const matches = (filter: Partial<LogFilter>) => matchesFilter(entry, { ...noFilter, ...filter });

describe('the filter of the log', () => {
  it.each(['nova', 'CODE_reset', 'Access Code', 'the dash', '06BB', ' nova ', ''])('finds %j', (search) =>
    expect(matches({ search })).toBe(true),
  );

  it.each(['ΚΩΣ', 'κως', 'Κωσ'])('finds what goes on after the sigma of %j', (search) =>
    expect(matchesFilter({ ...entry, details: 'ΚΩΣΤΑΣ' }, { ...noFilter, search })).toBe(true),
  );

  it('finds nothing else', () => {
    expect(matches({ search: 'mika' })).toBe(false);
    expect(matches({ search: 'warning' })).toBe(false);
  });

  it('wants all of its parts', () => {
    expect(matches({ severity: 'warning', action: 'access_code_reset', search: 'nova' })).toBe(true);
    expect(matches({ severity: 'error', search: 'nova' })).toBe(false);
    expect(matches({ action: 'access_code', search: 'nova' })).toBe(false);
  });

  it('is off with blanks', () => {
    expect(isFiltered({ ...noFilter, search: '  ' })).toBe(false);
    expect(isFiltered({ ...noFilter, severity: 'info' })).toBe(true);
  });
});
