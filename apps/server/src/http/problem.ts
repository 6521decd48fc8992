import type { ErrorCode, Problem } from '@foja/contracts/problem'
import { errorStatus } from '@foja/contracts/problem'
import type { FieldError } from '../texts/field-errors.ts'
import type { Locale, Texts } from '../texts/locale.ts'
import { problemTexts } from '../texts/problem-texts.ts'
import { waitText } from '../texts/wait-text.ts'

export type ProblemOptions = {
  /** What it happened to, shown before the explanation: the name of a file, for instance. */
  subject?: string
  /** Who failed and why, in a sentence of its own before the explanation. */
  because?: Texts
  /** Which fields of the form are wrong, when it is a form. */
  errors?: FieldError[]
  /** The one field that is wrong; its message is the code's own explanation. */
  field?: string
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfter?: number
  /** Of `stale_version`: what there is now, as its own call would answer. */
  current?: Record<string, unknown>
  cause?: unknown
}

/**
 * The one error that use cases throw for whatever the caller should know. The code decides the status and the words
 * (`problem-texts.ts`); anything else that is thrown answers 500 and is logged.
 */
export class ProblemError extends Error {
  readonly code: ErrorCode
  readonly options: ProblemOptions

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.subject === undefined ? code : `${code}: ${options.subject}`, { cause: options.cause })
    this.name = 'ProblemError'
    this.code = code
    this.options = options
  }
}

/** What is wrong with one field, in the words of a code: for a form with more than one wrong field. */
export function fieldErrorOf(field: string, code: ErrorCode): FieldError {
  const say = (locale: Locale) => `${problemTexts[code][locale].title}. ${problemTexts[code][locale].detail}`
  return { field, code, message: { es: say('es'), en: say('en') } }
}

/** What to do; of a pause, how long it is. */
function adviceOf({ code, options }: ProblemError, locale: Locale): string {
  const { retryAfter } = options
  const pause = code === 'too_many_attempts' && retryAfter !== undefined
  return pause ? waitText(retryAfter)[locale] : problemTexts[code][locale].detail
}

/** RFC 9457 problem details of an error, in the caller's language. */
export function presentProblem(error: ProblemError, locale: Locale, requestId: string): Problem {
  const { title } = problemTexts[error.code][locale]
  const advice = adviceOf(error, locale)
  const { subject, because, field, errors, current } = error.options
  const detail = because === undefined ? advice : `${because[locale]} ${advice}`
  const problem: Problem = {
    type: `/api/docs#error-${error.code}`,
    title,
    status: errorStatus(error.code),
    detail: subject === undefined ? detail : `«${subject}»: ${detail}`,
    code: error.code,
    request_id: requestId,
    ...(current === undefined ? {} : { current }),
  }
  // Beside its field the name is known: what is wrong and what to do is left to say.
  const fields = field === undefined ? [] : [{ field, code: error.code, message: `${title}. ${detail}` }]
  const all = [...fields, ...(errors ?? [])].map((entry) => ({
    field: entry.field,
    code: entry.code,
    message: typeof entry.message === 'string' ? entry.message : entry.message[locale],
  }))
  return all.length === 0 ? problem : { ...problem, errors: all }
}
