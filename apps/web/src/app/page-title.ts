const product = 'Foja'

/** The main heading, or the page's replacement for it if the heading is a greeting. */
function headingOf(page: Document): string {
  const heading = page.querySelector<HTMLElement>('[data-title]') ?? page.querySelector('h1')
  return heading?.dataset['title'] ?? heading?.textContent ?? ''
}

/** Keeps the tab title equal to the heading of the page. Returns a function that stops that. */
export function followTitle(): () => void {
  const tell = () => {
    const heading = headingOf(document)
    document.title = heading === '' ? product : `${heading} · ${product}`
  }
  const watch = new MutationObserver(tell)
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  tell()
  return () => watch.disconnect()
}
