/** The background of a customer's page: a glow in the seller's colour, and chevrons. */
export function Ground() {
  return <div className="ground" aria-hidden="true" />;
}
