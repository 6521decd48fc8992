/**
 * The element above the heading of a page, which takes the failure of its action; null on pages that have their heading
 * in the bar. `changed` belongs to the failure that is shown.
 */
export const failureSlot: { element: HTMLElement | null; changed: () => void } = { element: null, changed: () => {} }

/** The ref of that element. */
export function setFailureSlot(element: HTMLElement | null): void {
  failureSlot.element = element
  failureSlot.changed()
}
