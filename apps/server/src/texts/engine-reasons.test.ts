import { PadesError } from '@foja/pades/errors'
import { describe, expect, it } from 'vitest'
import { reasonOf } from './engine-reasons.ts'

const of = (code: ConstructorParameters<typeof PadesError>[0], detail?: Record<string, unknown>) =>
  reasonOf(new PadesError(code, detail))

describe('the reason why an authority failed', () => {
  it.each([
    'address_forbidden',
    'unreachable',
    'timeout',
    'too_large',
    'redirect',
    'url_not_supported',
    'http_status',
    'unauthorized',
    'content_type',
    'damaged',
    'rejected',
    'no_token',
    'policy_mismatch',
    'imprint_mismatch',
    'nonce_mismatch',
    'not_a_tsa',
    'anything_new',
  ])('names the host for %s', (reason) => {
    const words = of('timestamp_failed', { reason, host: 'tsa.example', status: 500, contentType: 'text/html' })
    expect(words?.es).toContain('tsa.example')
    expect(words?.en).toContain('tsa.example')
    expect(words?.es).toMatch(/\.$/)
  })

  it('does not tell a private name from an unreachable one', () => {
    const host = 'tsa.example'
    const reasons = ['address_forbidden', 'unreachable'].map((reason) => of('timestamp_failed', { reason, host }))
    expect(reasons[0]).toEqual(reasons[1])
  })

  it('names the owner of the certificate', () => {
    const words = of('revocation_unavailable', { subject: 'Ana Ñáñez', reason: 'unreachable', host: 'ocsp.example' })
    expect(words?.es).toBe(
      'Certificado de «Ana Ñáñez». No se pudo conectar con ocsp.example. Si es de la red interna, falta en FOJA_PRIVATE_HOSTS.',
    )
    const revoked = of('certificate_revoked', { subject: 'Ana Ñáñez', revokedAt: '2026-03-04T05:06:07.000Z' })
    expect(revoked?.es).toBe('El certificado de «Ana Ñáñez» se revocó el 2026-03-04.')
    expect(of('chain_incomplete', { subject: 'Ana Ñáñez' })?.en).toContain('“Ana Ñáñez”')
    expect(of('certificate_expired', { subject: 'Autoridad' })?.es).toContain('«Autoridad»')
  })

  it('is omitted for codes that need none', () => {
    expect(of('certificate_expired')).toBeUndefined()
    expect(of('pdf_damaged', { reason: 'x' })).toBeUndefined()
  })
})
