import type { Locale } from './locale.ts'

export type ProblemText = { title: string; detail: string }

/** A text in both languages of the server. */
export const both = (es: ProblemText, en: ProblemText): Record<Locale, ProblemText> => ({ es, en })
