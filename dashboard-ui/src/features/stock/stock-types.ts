import { stockName } from '../../shared/format/words';
import type { Option } from '../../ui/select';

export type StockType = 'OneMonthTokens.txt' | 'ThreeMonthTokens.txt';

export const stockTypes: readonly StockType[] = ['OneMonthTokens.txt', 'ThreeMonthTokens.txt'];

export const stockOptions = stockTypes.map((stock): Option<StockType> => ({
  value: stock,
  label: stockName(stock),
}));
