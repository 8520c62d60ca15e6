/** Whether a pressed key belongs to a field or a choice, and must not trigger a shortcut. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'));
