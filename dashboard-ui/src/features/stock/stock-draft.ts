import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../shared/format/number';
import { largestImport, mostImportLines } from '../../shared/limits.gen';
import { stockPreviewQuery, type Draft } from './queries';
import type { StockType } from './stock-types';

export const tooLarge = `That is more than ${largestImport / 1024 / 1024} MiB. Please add it in parts.`;

/** Why a text is too large to be imported at once; undefined if it is not. */
export function tooMuch(text: string): string | undefined {
  if (new Blob([text]).size > largestImport) return tooLarge;
  if (countLines(text) > mostImportLines)
    return `That is more than ${formatNumber(mostImportLines)} lines. Please add it in parts.`;
}

export function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

let drafts = 0;

/** Fetches a preview of the import after a pause in typing. */
export function useStockPreview(guildId: string, stock: StockType, text: string) {
  const [draft, setDraft] = useState<Draft>({ id: 0, stock, text: '' });
  const wanted = text.trim() !== '' && !tooMuch(text);

  useEffect(() => {
    const timer = setTimeout(() => setDraft({ id: ++drafts, stock, text }), 350);
    return () => clearTimeout(timer);
  }, [stock, text]);

  const current = draft.stock === stock && draft.text === text;
  const preview = useQuery({ ...stockPreviewQuery(guildId, draft), enabled: wanted && current });
  return { preview: wanted && current ? preview : undefined, waiting: wanted && !current };
}
