const product = 'Foja'

/** What says what a page is: its heading, or what the page has in its stead where that is a greeting. */
function headingOf(page: Document): string {
  const heading = page.querySelector<HTMLElement>('[data-title]') ?? page.querySelector('h1')
  return heading?.dataset['title'] ?? heading?.textContent ?? ''
}

/** Keeps the title of the browser's tab at what the page in it says it is. Returns what ends that. */
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
