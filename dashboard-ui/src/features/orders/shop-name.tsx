/** Behind a date, on its line. */
export const ShopName = ({ name }: { name: string }) => (
  <>
    <span aria-hidden className="px-1.5">
      •
    </span>
    <bdi className="truncate" title={name}>
      {name}
    </bdi>
  </>
);
