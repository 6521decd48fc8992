import type { Endpoint } from '@foja/contracts/endpoint'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { FieldError } from '../texts/field-errors.ts'
import { ProblemError } from './problem.ts'
import { validate } from './validate.ts'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object as a reply contains it: without undefined members. */
const onTheWire = (value: object) => JSON.parse(JSON.stringify(value)) as Members

const readOnly = (field: string): FieldError => ({
  field,
  code: 'read_only',
  message: {
    es: 'Esta llamada no cambia este dato. Quítalo o mándalo como lo recibiste.',
    en: 'This call does not change this field. Remove it or send it as you received it.',
  },
})

/** True for members that stay even if unchanged: required ones, and the version, which is compared under the lock. */
const stays = (body: Members, name: string) =>
  name === 'version' || (Object.hasOwn(body, name) && !z.safeParse(body[name] as z.ZodMiniType, undefined).success)

/**
 * Removes the members of `sent` that equal those of one of `forms`.
 * @throws ProblemError validation_failed with the changed members that the call does not change
 */
function withoutUnchanged(returned: Members, body: Members, sent: Members, forms: readonly object[]): Members {
  const stored = forms.map(onTheWire)
  const isStored = (name: string, value: unknown) =>
    stored.some((form) => Object.hasOwn(form, name) && isDeepStrictEqual(form[name], value))
  const rest = Object.entries(sent).filter(([name, value]) => stays(body, name) || !isStored(name, value))
  const changed = rest.filter(([name]) => Object.hasOwn(returned, name) && !Object.hasOwn(body, name))
  if (changed.length > 0)
    throw new ProblemError('validation_failed', { errors: changed.map(([name]) => readOnly(name)) })
  return Object.fromEntries(rest)
}

/**
 * Validates a JSON body. One that is invalid because it contains the object as Foja returned it (`Endpoint.returned`)
 * is validated without the members that did not change. `read` reads the stored object.
 * @throws ProblemError validation_failed, and what `read` throws
 */
export async function parseBody(
  { body, returned }: Endpoint,
  sent: unknown,
  read: (sent: Members) => Promise<object[] | null>,
): Promise<unknown> {
  if (body === undefined) return undefined
  try {
    return validate(body, sent)
  } catch (error) {
    if (!(error instanceof ProblemError) || returned === undefined || !isObject(sent)) throw error
    const forms = await read(sent)
    if (forms === null) throw error
    const { shape } = body as z.ZodMiniObject
    return validate(body, withoutUnchanged(returned.shape, shape, sent, forms))
  }
}
