/** Whether a key that is pressed is part of what somebody writes or chooses, and no shortcut of the screen. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'));
