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

describe('the activity log filter', () => {
  it.each(['nova', 'CODE_reset', 'Access Code', 'the dash', '06BB', ' nova ', ''])(
    'matches an entry by the search text %j',
    (search) => expect(matches({ search })).toBe(true),
  );

  it.each(['ΚΩΣ', 'κως', 'Κωσ'])('matches ΚΩΣΤΑΣ by its beginning %j', (search) =>
    expect(matchesFilter({ ...entry, details: 'ΚΩΣΤΑΣ' }, { ...noFilter, search })).toBe(true),
  );

  it('does not match an entry by another name or by its severity', () => {
    expect(matches({ search: 'mika' })).toBe(false);
    expect(matches({ search: 'warning' })).toBe(false);
  });

  it('matches an entry only if severity, action and search text all match', () => {
    expect(matches({ severity: 'warning', action: 'access_code_reset', search: 'nova' })).toBe(true);
    expect(matches({ severity: 'error', search: 'nova' })).toBe(false);
    expect(matches({ action: 'access_code', search: 'nova' })).toBe(false);
  });

  it('is active with a severity, but not with a search text of spaces', () => {
    expect(isFiltered({ ...noFilter, search: '  ' })).toBe(false);
    expect(isFiltered({ ...noFilter, severity: 'info' })).toBe(true);
  });
});
