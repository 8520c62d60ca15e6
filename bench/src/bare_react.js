// A page that shows only the stock: what React costs by itself.

import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const inside = document.getElementById('data');

function Page() {
  const [stock, setStock] = useState(inside === null ? null : JSON.parse(inside.textContent));
  useEffect(() => {
    if (stock !== null) return;
    fetch('/data')
      .then((answer) => answer.json())
      .then(setStock);
  }, [stock]);
  if (stock === null) return createElement('p', null, 'Loading');
  return createElement('ul', null, [
    createElement('li', { key: 1 }, `1 month: ${stock.oneMonthNitroTokens} tokens`),
    createElement('li', { key: 3 }, `3 months: ${stock.threeMonthNitroTokens} tokens`),
  ]);
}

createRoot(document.getElementById('root')).render(createElement(Page));
