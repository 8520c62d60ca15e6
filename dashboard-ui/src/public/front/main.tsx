import '../public.css';
import { readFront } from '../place';
import { takeOver } from '../take-over';
import { FrontPage } from './front-page';

const front = readFront(document);
takeOver(<FrontPage {...front} />, front.first.status !== 'loading');
