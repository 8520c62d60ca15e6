import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  useController,
  useFieldArray,
  useForm,
  type Control,
  type FieldErrors,
  type UseFormReturn,
} from 'react-hook-form';
import type { Location } from 'react-router';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { longestProductName } from '../../shared/limits.gen';
import { Badge } from '../../ui/badge';
import { Button, IconButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { LeaveGuard } from '../../ui/leave-guard';
import { sayFailure } from '../../ui/say-failure';
import { FormError } from '../../ui/section';
import { Select } from '../../ui/select';
import { toast } from '../../ui/toast';
import { KeepUnsent, useUnsentForm } from '../auth/unsent-form';
import { stockOptions } from '../stock/stock-types';
import { leavesStorefront } from '../storefront/leaves-storefront';
import {
  amountRule,
  newRow,
  productRule,
  repeats,
  toProducts,
  toRows,
  type ProductRows,
} from './product-rows';
import { saveStoreProducts, storesQuery, type StoreConnection, type StoreProduct } from './queries';
import { storeFacts } from './store-facts';

/** Compared as a whole, because all rows are saved together. */
const base = {
  from: ({ rows }: ProductRows) => toProducts(rows),
  outdated: 'The products were changed elsewhere. Your unsaved changes are gone.',
};

/** The product mapping as a form: each row names a product of the store and the key that it sells here. */
export function ProductsForm({ guildId, store }: { guildId: string; store: StoreConnection }) {
  const queries = useQueryClient();
  const here = useRef<HTMLFormElement>(null);
  const { provider, products } = store;
  const facts = storeFacts[provider];
  const form = useForm<ProductRows>({ defaultValues: toRows(products) });
  const { register, control, handleSubmit, getValues, setValue, reset, setError, formState } = form;
  const { errors, isDirty } = formState;
  useTaken(products, form);
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  const unsent = `products ${guildId} ${provider}`;
  useUnsentForm(unsent, form, base);

  const save = useMutation({
    mutationFn: ({ rows }: ProductRows) => saveStoreProducts(guildId, provider, toProducts(rows)),
    onSuccess(_, sent) {
      // Updates the cached list at once: until it is refetched it would still have the old products.
      queries.setQueryData(storesQuery(guildId).queryKey, (stores) =>
        stores?.map((one) => (one.provider === provider ? { ...one, products: toProducts(sent.rows) } : one)),
      );
      const saved = toRows(toProducts(sent.rows));
      // Rows that were typed or removed in the meantime stay unsaved.
      reset(saved, { keepValues: true });
      saved.rows.forEach((row, index) => {
        for (const name of ['product', 'variant', 'amount'] as const) {
          const place = `rows.${index}.${name}` as const;
          if (getValues(place) === sent.rows[index]?.[name])
            setValue(place, row[name], { shouldDirty: true });
        }
      });
      toast('Products saved!');
      makeStale(queries, 'stores');
    },
    onError(error) {
      const message = errorMessage(error, 'Failed to save the products');
      sayFailure(here, message, () => setError('root', { message }));
    },
  });

  function submit(values: ProductRows) {
    const twice = repeats(values.rows);
    if (twice === undefined) return save.mutate(values);
    setError(
      `rows.${twice}.product`,
      { message: 'It is there twice with the same variant' },
      { shouldFocus: true },
    );
  }

  return (
    <form ref={here} noValidate onSubmit={handleSubmit(submit)} className="@container flex flex-col gap-3">
      {fields.length > 0 && (
        <ul aria-label="Products" className="flex flex-col gap-3">
          {fields.map((field, index) => (
            <li
              key={field.id}
              className={`grid items-start gap-2.5 @max-[40rem]:grid-cols-[minmax(0,1fr)_auto] @max-[40rem]:rounded-control @max-[40rem]:border @max-[40rem]:border-line @max-[40rem]:p-3 ${facts.variant ? '@min-[40rem]:grid-cols-[3fr_2fr_3fr_1.4fr_auto]' : '@min-[40rem]:grid-cols-[3fr_3fr_1.4fr_auto]'}`}
            >
              <Row index={index} register={register} control={control} errors={errors} facts={facts} />
              <IconButton
                label={`Remove product ${index + 1}`}
                icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
                onClick={() => remove(index)}
                className="enabled:hover:text-red! @min-[40rem]:mt-6.5 @max-[40rem]:self-end @max-[40rem]:size-11"
              />
            </li>
          ))}
        </ul>
      )}
      <p className="text-small text-pretty text-fg3">
        {facts.product} {facts.variant && `${facts.variant} Without one, a row is for every variant.`}
      </p>
      <FormError message={errors.root?.message} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => append(newRow)}
        >
          Add product
        </Button>
        <Button
          type="submit"
          kind="primary"
          size="sm"
          busy={save.isPending}
          disabled={!isDirty && !save.isPending}
        >
          Save products
        </Button>
        {isDirty && <Badge status="unsaved changes" />}
      </div>
      <KeepUnsent name={unsent} control={control} from={base.from} />
      <LeaveGuard
        dirty={isDirty}
        text="Your products are not saved yet. When you leave them the changes are lost."
        leaves={leavesStore}
      />
    </form>
  );
}

/** Rows are identified only by their position, so changes from elsewhere wait while the form has unsaved ones. */
function useTaken(
  products: StoreProduct[],
  { getValues, reset, formState: { isDirty } }: UseFormReturn<ProductRows>,
) {
  const [taken, setTaken] = useState(products);
  if (!isDirty && taken !== products) setTaken(products);
  useEffect(() => {
    // Replacing rows would recreate their inputs and lose the focus, so it is skipped when nothing differs, as after
    // a save.
    const rows = toRows(taken);
    if (JSON.stringify(base.from(rows)) !== JSON.stringify(base.from(getValues()))) reset(rows);
  }, [taken, getValues, reset]);
}

/** Folding the card or opening another one leaves the form as well. */
const leavesStore = (from: Location, to: Location) =>
  leavesStorefront(from, to) || storeIn(from) !== storeIn(to);

const storeIn = ({ search }: Location) => new URLSearchParams(search).get('store');

type RowProps = {
  index: number;
  register: ReturnType<typeof useForm<ProductRows>>['register'];
  control: Control<ProductRows>;
  errors: FieldErrors<ProductRows>;
  facts: { variant?: string };
};

/** In a narrow form the field takes the full width. */
const wide = '@max-[40rem]:col-span-2';

function Row({ index, register, control, errors, facts }: RowProps) {
  const { field: stock } = useController({ name: `rows.${index}.stock`, control });
  const wrong = errors.rows?.[index];
  return (
    <>
      <Field label="Product" error={wrong?.product?.message} className={wide}>
        {(field) => (
          <Input
            {...field}
            mono
            maxLength={longestProductName}
            {...register(`rows.${index}.product`, { validate: productRule })}
          />
        )}
      </Field>
      {facts.variant && (
        <Field label="Variant" optional className={wide}>
          {(field) => (
            <Input {...field} mono maxLength={longestProductName} {...register(`rows.${index}.variant`)} />
          )}
        </Field>
      )}
      <Field label="Stock" className={wide}>
        {(field) => (
          <Select {...field} value={stock.value} onChange={stock.onChange} options={stockOptions} />
        )}
      </Field>
      <Field label="Boosts" error={wrong?.amount?.message}>
        {(field) => (
          <Input
            {...field}
            inputMode="numeric"
            {...register(`rows.${index}.amount`, { validate: amountRule })}
          />
        )}
      </Field>
    </>
  );
}
