import { PadesError } from '@foja/pades/errors'
import { describe, expect, it } from 'vitest'
import { padesProblem } from './pades-problem.ts'
import { fieldErrorOf, presentProblem, ProblemError, type ProblemOptions } from './problem.ts'

const present = (code: ProblemError['code'], options?: ProblemOptions, locale: 'es' | 'en' = 'es') =>
  presentProblem(new ProblemError(code, options), locale, 'ABCDE-FGHJK')
const lost = {
  es: 'No existe, se eliminó o no tienes acceso. Vuelve a la lista y ábrelo desde allí.',
  title: 'No se encontró',
}

describe('the problem of an error', () => {
  it('has the texts of its code and the id of its request, and nothing more', () => {
    expect(present('not_found')).toEqual({
      type: '/api/docs#error-not_found',
      title: lost.title,
      status: 404,
      detail: lost.es,
      code: 'not_found',
      request_id: 'ABCDE-FGHJK',
    })
    expect(present('not_found', {}, 'en').title).toBe('Not found')
  })

  it('names what it is about, then the cause, then what to do', () => {
    const because = { es: 'Lo borró Ana.', en: 'Ana deleted it.' }
    expect(present('not_found', { because }).detail).toBe(`Lo borró Ana. ${lost.es}`)
    expect(present('not_found', { because, subject: 'acta.pdf' }).detail).toBe(`«acta.pdf»: Lo borró Ana. ${lost.es}`)
    expect(new ProblemError('not_found', { subject: 'acta.pdf' }).message).toBe('not_found: acta.pdf')
    expect(new ProblemError('not_found').message).toBe('not_found')
  })

  it('says how long to wait where a time is known', () => {
    for (const code of ['too_many_attempts', 'paused'] as const) {
      expect(present(code, { retryAfter: 120 }).detail).toBe('Espera 2 minutos y vuelve a intentarlo.')
      expect(present(code).detail).toBe('Espera unos minutos y vuelve a intentarlo.')
    }
    expect(present('not_found', { retryAfter: 120 }).detail).toBe(lost.es)
  })

  it('lists the wrong fields, each with a message of its own', () => {
    const message = { es: 'Falta.', en: 'Missing.' }
    const { errors } = present('not_found', { field: 'id', subject: 'x', errors: [{ field: 'b', code: 'b', message }] })
    expect(errors).toEqual([
      { field: 'id', code: 'not_found', message: `${lost.title}. ${lost.es}` },
      { field: 'b', code: 'b', message: 'Falta.' },
    ])
    expect(fieldErrorOf('id', 'not_found')).toMatchObject({
      field: 'id',
      code: 'not_found',
      message: { es: `${lost.title}. ${lost.es}` },
    })
  })

  it('carries the current state of an object that changed meanwhile', () => {
    expect(present('stale_version', { current: { version: 3 } }).current).toEqual({ version: 3 })
  })
})

describe('an error of the signing engine', () => {
  it('is a problem of the same code, or of the name that users know', () => {
    const codeOf = (code: PadesError['code']) => (padesProblem(new PadesError(code)) as ProblemError).code
    expect(codeOf('p12_wrong_passphrase')).toBe('p12_wrong_passphrase')
    expect(codeOf('pdf_not_signed')).toBe('document_not_signed')
    expect(codeOf('signature_mismatch')).toBe('internal')
    expect(padesProblem(new PadesError('pdf_damaged'), 'acta.pdf')).toMatchObject({ options: { subject: 'acta.pdf' } })
  })

  it('is the only one that changes', () => {
    const error = new Error('the disk is full')
    expect(padesProblem(error)).toBe(error)
  })
})
