import { ProblemError, type ProblemOptions } from '../http/problem.ts'
import { AntivirusError, type Antivirus } from './antivirus.ts'

type About = Pick<ProblemOptions, 'subject' | 'field'>

const finding = (name: string) => ({
  es: `El antivirus encontró ${name}.`,
  en: `The antivirus found ${name}.`,
})

/**
 * Refuses a file in which the antivirus finds something, and every file while it does not answer. Without an antivirus
 * it does nothing.
 * @throws ProblemError file_infected, file_not_scannable, antivirus_unavailable
 */
export async function requireClean(
  { antivirus }: { antivirus: Antivirus | null },
  open: () => Promise<AsyncIterable<Uint8Array>>,
  about: About,
): Promise<void> {
  if (antivirus === null) return
  let found: string | null
  try {
    found = await antivirus.scan(open)
  } catch (cause) {
    if (!(cause instanceof AntivirusError)) throw cause
    const code = cause.code === 'too_large' ? 'file_not_scannable' : 'antivirus_unavailable'
    throw new ProblemError(code, { ...about, cause })
  }
  // Names of findings are from clamd's database or the host's own: nothing but a name is shown.
  const name = found?.replace(/[^\w.:+-]/g, '').slice(0, 100)
  if (name !== undefined) throw new ProblemError('file_infected', { ...about, because: finding(name) })
}
