/** What lies behind a customer's page: the seller's glow and the chevrons. */
export function Ground() {
  return <div className="ground" aria-hidden="true" />;
}
