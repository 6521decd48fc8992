import { describe, expect, it } from 'vitest'
import { HandledError, ProblemError } from '../lib/api/call.ts'
import { faultsOf } from './use-form-send.ts'

const problem = (code: string, errors?: { field: string; code: string; message: string }[]) =>
  new ProblemError({
    type: '',
    title: 'Título',
    status: 400,
    detail: 'Qué hacer.',
    code,
    ...(errors === undefined ? {} : { errors }),
  })
const read = (error: unknown) => faultsOf(error, ['email', 'nombre'], { email_in_use: 'email' }, 'Sin respuesta.')

describe('errors of a form', () => {
  it('are assigned to the fields that the server names', () => {
    const errors = [
      { field: 'email', code: 'invalid', message: 'Revisa el correo.' },
      { field: 'other', code: 'invalid', message: 'Otro.' },
    ]
    expect(read(problem('validation_failed', errors))).toEqual({
      fields: { email: 'Revisa el correo.' },
      general: null,
    })
  })

  it('are assigned to the field of an error code', () => {
    expect(read(problem('email_in_use'))).toEqual({ fields: { email: 'Título. Qué hacer.' }, general: null })
  })

  it('are general without a field or without a response', () => {
    expect(read(problem('last_admin'))).toEqual({ fields: {}, general: 'Título. Qué hacer.' })
    expect(read(new HandledError())).toEqual({ fields: {}, general: 'Sin respuesta.' })
  })
})
