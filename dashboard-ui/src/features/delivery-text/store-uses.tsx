import { storeFacts } from '../stores/store-facts';
import { StoreMark } from '../stores/store-mark';
import { Disclosure } from './disclosure';

const stores = Object.keys(storeFacts) as (keyof typeof storeFacts)[];

/** Says what each store does with the text. */
export function StoreUses() {
  return (
    <Disclosure label="What each store does with it">
      <dl className="flex flex-col gap-3 text-small">
        {stores.map((provider) => (
          <div key={provider} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <dt className="contents font-medium">
              <span className="row-span-2">
                <StoreMark provider={provider} size={28} />
              </span>
              {storeFacts[provider].title}
            </dt>
            <dd className="col-start-2 text-pretty text-fg2">{storeFacts[provider].text}</dd>
          </div>
        ))}
        <div className="border-t border-line pt-3 text-pretty text-fg2">
          <dt className="sr-only">Several keys</dt>
          <dd>
            A purchase of several keys is answered with a line for each: line breaks in the text become
            spaces.
          </dd>
        </div>
      </dl>
    </Disclosure>
  );
}
