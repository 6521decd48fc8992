import type { core } from 'zod/mini'
import type { Texts } from './locale.ts'

/** One wrong field of a form; `field` is a path such as `solicitudes.0.titulo`. */
export type FieldError = { field: string; code: string; message: string | Texts }

const text = (es: string, en: string): Texts => ({ es, en })

const typeNames: Record<string, Texts> = {
  string: text('un texto', 'a text'),
  number: text('un número', 'a number'),
  int: text('un número entero', 'a whole number'),
  boolean: text('verdadero o falso', 'true or false'),
  array: text('una lista', 'a list'),
  object: text('un grupo de datos', 'a group of data'),
}

const formats: Record<string, Texts> = {
  email: text(
    'Escribe un correo completo, por ejemplo ana@oficina.ec.',
    'Write a full email address, such as ana@oficina.ec.',
  ),
  date: text('Escribe una fecha como 2026-11-20.', 'Write a date such as 2026-11-20.'),
  datetime: text('Escribe una fecha y hora como 2026-11-20T15:30:00Z.', 'Write a time such as 2026-11-20T15:30:00Z.'),
}

const badFormat = text(
  'No tiene la forma esperada. Revisa lo que escribiste.',
  'It does not have the expected form. Check what you wrote.',
)
const missing = text('Falta este dato. Complétalo.', 'This is missing. Fill it in.')

type Issue = core.$ZodIssue

function tooSmall(issue: core.$ZodIssueTooSmall): Texts {
  const minimum = String(issue.minimum)
  if (issue.origin === 'string') {
    if (issue.minimum === 1) return missing
    return text(`Escribe al menos ${minimum} caracteres.`, `Write at least ${minimum} characters.`)
  }
  if (issue.origin === 'array') return text(`Agrega al menos ${minimum}.`, `Add at least ${minimum}.`)
  return text(`Debe ser ${minimum} o más.`, `It must be ${minimum} or more.`)
}

function tooLate(last: Date): Texts {
  const day = (locale: string) => last.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return text(
    `Revisa el año: lo más tarde es el ${day('es')}.`,
    `Check the year: the latest possible is ${day('en-GB')}.`,
  )
}

function tooBig(issue: core.$ZodIssueTooBig): Texts {
  const maximum = String(issue.maximum)
  if (issue.origin === 'string') {
    return text(`Acórtalo a ${maximum} caracteres como máximo.`, `Shorten it to ${maximum} characters at most.`)
  }
  if (issue.origin === 'array') return text(`Deja ${maximum} como máximo.`, `Keep ${maximum} at most.`)
  if (issue.origin === 'date') return tooLate(new Date(Number(issue.maximum)))
  return text(`Debe ser ${maximum} o menos.`, `It must be ${maximum} or less.`)
}

function invalidType(issue: core.$ZodIssueInvalidType): Texts {
  if (issue.input === undefined) return missing
  const expected = typeNames[issue.expected]
  if (expected === undefined) return badFormat
  return text(`Aquí va ${expected.es}.`, `This must be ${expected.en}.`)
}

function message(issue: Issue): Texts {
  switch (issue.code) {
    case 'invalid_type':
      return invalidType(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return formats[issue.format] ?? badFormat
    case 'invalid_value': {
      const options = issue.values.map(String).join(', ')
      return text(`Elige uno de estos valores: ${options}.`, `Choose one of these values: ${options}.`)
    }
    case 'unrecognized_keys':
      return text('Este dato no se admite. Quítalo.', 'This field is not accepted. Remove it.')
    default:
      return badFormat
  }
}

/** Longest path of a field in an answer, in characters: unknown names are the caller's own text. */
const longestPath = 200

/** The paths of an issue: one, or one per unknown field. */
function* pathsOf(issue: Issue): Generator<PropertyKey[]> {
  if (issue.code !== 'unrecognized_keys') yield issue.path
  else for (const key of issue.keys) yield [...issue.path, key]
}

/**
 * Maps the issues of a failed parse to field errors with what to do, `most` at most; unknown fields are named by their
 * path.
 */
export function fieldErrors(issues: readonly Issue[], prefix?: string, most = Infinity): FieldError[] {
  const errors: FieldError[] = []
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      if (errors.length >= most) return errors
      const names = [...(prefix === undefined ? [] : [prefix]), ...path.map(String)]
      errors.push({ field: names.join('.').slice(0, longestPath), code: issue.code, message: message(issue) })
    }
  }
  return errors
}
