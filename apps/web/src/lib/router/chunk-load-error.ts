import { paths } from './paths.ts'

/**
 * Why a chunk failed to load. `offline`: the server is unreachable; `gone`: there is a newer version, without the files
 * of this one; `broken`: neither, so a retry may work.
 */
export type Absence = 'offline' | 'gone' | 'broken'

/** The files that this page started with: some of their names change with every version. */
const beginning = () =>
  Array.from(document.querySelectorAll('script[type=module][src]'), (script) => script.getAttribute('src') ?? '')

/** In milliseconds: a server that does not answer in this time counts as unreachable. */
const patience = 10_000

/** Fetches the page again and compares the file names: browsers report both causes alike. */
export async function whyAbsent(): Promise<Absence> {
  try {
    const response = await fetch(paths.home(), {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(patience),
    })
    if (!response.ok) return 'offline'
    const html = await response.text()
    return beginning().every((file) => html.includes(file)) ? 'broken' : 'gone'
  } catch {
    return 'offline'
  }
}

/** True for a failed chunk load, as Chromium, Firefox and WebKit report it. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
