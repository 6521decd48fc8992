import type { ErrorCode, Problem } from '@foja/contracts/problem'
import { errorStatus } from '@foja/contracts/problem'
import type { FieldError } from '../texts/field-errors.ts'
import type { Locale, Texts } from '../texts/locale.ts'
import { problemTexts } from '../texts/problem-texts.ts'
import { waitText } from '../texts/wait-text.ts'

export type ProblemOptions = {
  /** What the problem is about, shown before the explanation: a file name, for instance. */
  subject?: string
  /** The cause, as a sentence before the explanation. */
  because?: Texts
  /** The wrong fields of a form. */
  errors?: FieldError[]
  /** The one wrong field; its message is the code's own explanation. */
  field?: string
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfter?: number
  /** For `stale_version`: the current state, as its own endpoint would return it. */
  current?: Record<string, unknown>
  cause?: unknown
}

/**
 * The error that use cases throw for everything that the caller should know. The code decides status and texts
 * (`problem-texts.ts`); any other thrown value answers 500 and is logged.
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

/** A field error with the texts of a code; for forms with several wrong fields. */
export function fieldErrorOf(field: string, code: ErrorCode): FieldError {
  const say = (locale: Locale) => `${problemTexts[code][locale].title}. ${problemTexts[code][locale].detail}`
  return { field, code, message: { es: say('es'), en: say('en') } }
}

/** What to do; for throttled requests, how long to wait. */
function adviceOf({ code, options }: ProblemError, locale: Locale): string {
  const { retryAfter } = options
  const pause = (code === 'too_many_attempts' || code === 'paused') && retryAfter !== undefined
  return pause ? waitText(retryAfter)[locale] : problemTexts[code][locale].detail
}

/** RFC 9457 problem details of an error, in the caller's language. `base`: the path of PUBLIC_URL. */
export function presentProblem(error: ProblemError, locale: Locale, requestId: string, base = ''): Problem {
  const { title } = problemTexts[error.code][locale]
  const advice = adviceOf(error, locale)
  const { subject, because, field, errors, current } = error.options
  const detail = because === undefined ? advice : `${because[locale]} ${advice}`
  const problem: Problem = {
    type: `${base}/api/docs#error-${error.code}`,
    title,
    status: errorStatus(error.code),
    detail: subject === undefined ? detail : `«${subject}»: ${detail}`,
    code: error.code,
    request_id: requestId,
    ...(current === undefined ? {} : { current }),
  }
  // A message beside its field does not repeat the subject.
  const fields = field === undefined ? [] : [{ field, code: error.code, message: `${title}. ${detail}` }]
  const all = [...fields, ...(errors ?? [])].map((entry) => ({
    field: entry.field,
    code: entry.code,
    message: typeof entry.message === 'string' ? entry.message : entry.message[locale],
  }))
  return all.length === 0 ? problem : { ...problem, errors: all }
}
