import './public.css';
import { PublicApp } from './public-app';
import { readPlace } from './place';
import { takeOver } from './take-over';

const place = readPlace(document, location.pathname);
takeOver(<PublicApp place={place} />, place.page === 'not-found' || place.first.status !== 'loading');
