/** What the seller's code is called in stack traces; its lines are found there by this name. */
export const sourceName = 'live-stock.jsx';
