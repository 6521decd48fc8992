import type { Problem } from '@foja/contracts/problem'

const words = {
  es: { title: 'No se pudo completar', detail: 'El servidor respondió algo inesperado. Inténtalo de nuevo más tarde.' },
  en: { title: 'It could not be done', detail: 'The server answered something unexpected. Try again later.' },
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'

/** The code of a response without a readable problem. */
export const unreadable = 'unreadable_reply'

/** The problem of an error response. Other bodies (a proxy's page, an empty one) become a general problem. */
export function readProblem(status: number, text: string): Problem {
  try {
    const value: unknown = JSON.parse(text)
    if (isProblem(value)) return value
  } catch {
    // Not JSON: use the general problem.
  }
  const { title, detail } = words[document.documentElement.lang.startsWith('en') ? 'en' : 'es']
  return { type: 'about:blank', title, status, detail, code: unreadable }
}
