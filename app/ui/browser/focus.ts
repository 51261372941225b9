/** Whether the focused control was removed or replaced by an outcome. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.closest('[inert]') !== null
}
