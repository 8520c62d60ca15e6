import type { Schema } from '../api/types';

export type OrderStatus = Schema<'OrderStatus'>;
export type LiveStock = Schema<'LiveStock'>;
export type Front = Schema<'FrontPage'>;
/** Whose shop it is, and the address of its logo where it has one. */
export type Shop = Schema<'Shop'>;
export type RedeemConfig = Schema<'RedeemPage'>;

/** All seven fields are always sent; one that was left empty is empty text. */
export type RedeemValues = Record<keyof Schema<'RedeemRequest'>, string>;
