import { describe, expect, it } from 'vitest'
import { explain } from './explain.ts'
import type { SignatureReport } from './verify.ts'

const passed: SignatureReport = {
  field: 'Firma1',
  kind: 'signature',
  indication: 'TOTAL_PASSED',
  subindication: null,
  signer: { name: 'Ana Torres', organization: null, serial: '01', issuer: 'Banco Central', country: 'EC' },
  certificate: null,
  level: 'B-B',
  signed_at: null,
  time_source: 'claimed',
  integrity: 'intact',
  coversWholeFile: true,
  coversRevision: 1,
  revisions: 1,
  modifiedAfter: false,
  modifications: [],
  additions: [],
  trusted: true,
  chain: [],
  revocation: 'not_checked',
  algorithms: null,
  warnings: [],
}

describe('explain', () => {
  it.each([
    [
      {},
      'La firma de Ana Torres es válida: el documento no ha cambiado desde que se firmó y Banco Central responde por su identidad.',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'NO_CERTIFICATE_CHAIN_FOUND' },
      'La firma de Ana Torres está íntegra: lo que se firmó no ha cambiado, pero no conocemos a quien emitió su certificado (Banco Central), así que no podemos confirmar su identidad.',
    ],
    [
      { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' },
      'La firma de Ana Torres no es válida: el documento fue modificado dentro de lo que se había firmado.',
    ],
    [
      {
        indication: 'TOTAL_FAILED',
        subindication: 'MODIFIED_AFTER_SIGNING',
        modifications: [
          { kind: 'page_changed', page: 3 },
          { kind: 'page_changed', page: 1 },
        ],
      },
      'La firma de Ana Torres ya no vale para este documento: se modificó después de firmarlo (páginas 1 y 3).',
    ],
    [
      { indication: 'TOTAL_FAILED', subindication: 'FORMAT_FAILURE', signer: null },
      'La firma del campo «Firma1» no es válida: está mal formada y pudo ser manipulada.',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'GENERIC', kind: 'timestamp', signer: null },
      'El campo «Firma1» es un sello de tiempo, no la firma de una persona; no se ha comprobado.',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE' },
      'La firma de Ana Torres está íntegra, pero su certificado no está vigente y nada prueba que lo estuviera cuando se firmó.',
    ],
  ] satisfies [Partial<SignatureReport>, string][])('says %o', (change, sentence) => {
    expect(explain({ ...passed, ...change }, 'es')).toBe(sentence)
  })

  it('says it in English, pages named', () => {
    const report = {
      ...passed,
      indication: 'TOTAL_FAILED',
      subindication: 'MODIFIED_AFTER_SIGNING',
      modifications: [{ kind: 'page_changed', page: 2 }],
    } satisfies SignatureReport
    expect(explain(report, 'en')).toBe(
      'The signature of Ana Torres no longer holds for this document: it was modified after signing (page 2).',
    )
  })

  it('keeps control characters and placeholders of hostile names out', () => {
    const signer = { ...passed.signer!, name: 'A\u202Ena\n{issuer}', issuer: 'X' }
    expect(explain({ ...passed, signer }, 'es')).toContain('La firma de Ana{issuer} es válida')
  })
})
