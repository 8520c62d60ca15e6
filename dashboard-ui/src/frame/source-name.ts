/** The name of the seller's code in stack traces, by which its lines are found there. */
export const sourceName = 'live-stock.jsx';
