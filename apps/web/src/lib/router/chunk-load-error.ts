/**
 * Why code that comes later did not come. `offline`: nothing came from where the page came from; `gone`: there is a
 * newer page than this one, whose code is no longer there; `broken`: neither, so that it may work the next time.
 */
export type Absence = 'offline' | 'gone' | 'broken'

/** The files that this page began with: the names of some change with every version. */
const beginning = () =>
  Array.from(document.querySelectorAll('script[type=module][src]'), (script) => script.getAttribute('src') ?? '')

/** Asks for the page again and compares: a browser says of both that the module could not be fetched. */
export async function whyAbsent(): Promise<Absence> {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } })
    if (!response.ok) return 'offline'
    const html = await response.text()
    return beginning().every((file) => html.includes(file)) ? 'broken' : 'gone'
  } catch {
    return 'offline'
  }
}

/** Whether it was code that did not come, as Chromium, Firefox and WebKit say it. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
