import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import { formatCount } from '../../shared/format/number';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { First } from '../../ui/first';
import { LeaveGuard } from '../../ui/leave-guard';
import { CardFooter, Section } from '../../ui/section';
import { Select } from '../../ui/select';
import { toast } from '../../ui/toast';
import { leavesStorefront } from '../storefront/leaves-storefront';
import { refusedPart } from './preview-lines';
import { importStock, stockQuery } from './queries';
import { tooMuch, useStockPreview } from './stock-draft';
import { StockPreview } from './stock-preview';
import { stockOptions, stockTypes, type StockType } from './stock-types';
import { TokenInput, type TokenSource } from './token-input';

const nothing: TokenSource = { text: '' };

/** `left`: the text that stays in the box, including refused lines. */
type Sent = { stock: StockType; text: string; left: string };

/** Pasted or dropped tokens, with a preview before they are added. */
export function AddStock({ guildId }: { guildId: string }) {
  const queries = useQueryClient();
  const [stock, setStock] = useState<StockType>(stockTypes[0]!);
  const [source, setSource] = useState(nothing);
  /** The refused lines that stayed in the box. */
  const [refused, setRefused] = useState('');
  const { preview, waiting } = useStockPreview(guildId, stock, source.text);
  const adding = preview?.data?.added ?? 0;
  const unsaved = source.text !== '' && source.text !== refused;

  const add = useMutation({
    mutationFn: ({ stock, text }: Sent) => importStock(guildId, stock, text),
    onSuccess({ added, duplicates, invalid }, { text, left }) {
      const skipped = [
        duplicates > 0 && `${formatCount(duplicates, 'duplicate')} skipped`,
        invalid > 0 && `${formatCount(invalid, 'invalid line')} skipped`,
      ].filter(Boolean);
      toast([`${formatCount(added, 'token')} added`, ...skipped].join(', '));
      setRefused(left);
      if (left === text) void preview?.refetch();
      else setSource((now) => (now.text === text ? { text: left } : now));
      void queries.invalidateQueries({ queryKey: stockQuery(guildId).queryKey });
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to add stock')),
  });

  return (
    <Section
      title="Add stock"
      hint="One token a line. Blank lines are skipped, and a token that is already here is not added twice."
    >
      <LeaveGuard dirty={unsaved} text="The tokens have not been added." leaves={leavesStorefront} />
      <form
        className="card min-w-0"
        onSubmit={(event) => {
          event.preventDefault();
          const { text } = source;
          if (preview?.data) add.mutate({ stock, text, left: refusedPart(text, preview.data) });
        }}
      >
        <div className="flex flex-col gap-5 px-5 py-4.5 max-sm:px-4">
          <Field label="Stock type" className="w-60 max-sm:w-full">
            {(field) => <Select {...field} value={stock} onChange={setStock} options={stockOptions} />}
          </Field>
          <First>
            <TokenInput source={source} unsaved={unsaved} onChange={setSource} error={tooMuch(source.text)} />
          </First>
          <StockPreview text={source.text} preview={preview} waiting={waiting} />
        </div>
        <CardFooter>
          <Button
            type="submit"
            kind="primary"
            size="sm"
            busy={add.isPending}
            disabled={adding === 0 && !add.isPending}
          >
            {adding > 0 ? `Add ${formatCount(adding, 'token')}` : 'Add tokens'}
          </Button>
        </CardFooter>
      </form>
    </Section>
  );
}
