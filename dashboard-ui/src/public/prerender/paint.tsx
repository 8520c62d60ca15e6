import { renderToString } from 'preact-render-to-string';
import type { VNode } from 'preact';
import { FrontPage } from '../front/front-page';
import { type Bootstrap, frontOf, placeOf } from '../place';
import { PublicApp } from '../public-app';

/** A page as its script would draw it first. */
export function paint(shown: Bootstrap): string {
  const page =
    shown.page === 'front' ? <FrontPage {...frontOf(shown)} /> : <PublicApp place={placeOf(shown)} />;
  // Here both libraries' elements are the same.
  return renderToString(page as unknown as VNode);
}
