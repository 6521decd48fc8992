import { describe, expect, it } from 'vitest'
import { explain } from './explain.ts'
import { sentences, timestampSentences } from './verify/sentences.ts'
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
  claimed_at: null,
  time_source: 'claimed',
  timestamps: [],
  integrity: 'intact',
  coversWholeFile: true,
  signedBytes: 1000,
  coversRevision: 1,
  revisions: 1,
  modifiedAfter: false,
  modifications: [],
  additions: [],
  trusted: true,
  chain: [],
  revocation: 'not_checked',
  revocation_source: null,
  revoked_at: null,
  algorithms: null,
  warnings: [],
}

const sealed = {
  time_source: 'timestamp',
  signed_at: new Date('2026-02-01T09:30:00Z'),
} satisfies Partial<SignatureReport>
const stamp = {
  kind: 'signature',
  time: new Date('2026-02-01T09:30:00Z'),
  tsa: 'Sellos S.A.',
  valid: true,
  trusted: false,
  problems: ['tsa_issuer_unknown'],
} satisfies SignatureReport['timestamps'][number]
const tryLater = { indication: 'INDETERMINATE', subindication: 'TRY_LATER' } satisfies Partial<SignatureReport>
const revoked = {
  indication: 'INDETERMINATE',
  subindication: 'REVOKED_NO_POE',
  revocation: 'revoked',
  revoked_at: new Date('2026-02-03T00:00:00Z'),
} satisfies Partial<SignatureReport>
const ofTimestamp = {
  kind: 'timestamp',
  level: 'timestamp',
  signer: { name: 'Sellos S.A.', organization: null, serial: '02', issuer: 'Raíz', country: 'EC' },
} satisfies Partial<SignatureReport>

describe('explain', () => {
  it.each([
    [{}, 'La firma de Ana Torres es válida: nada ha cambiado y Banco Central responde por su identidad.'],
    [
      { additions: [{ kind: 'signature_added', object: 9, by: 'Luis Vega', page: 2 }] },
      'La firma de Ana Torres es válida: lo firmado no ha cambiado y Banco Central responde por su identidad. Después firmó Luis Vega (página 2).',
    ],
    [
      { additions: [{ kind: 'field_filled', object: 9, field: 'monto', before: '100', after: '1.000.000' }] },
      'La firma de Ana Torres es válida: lo firmado no ha cambiado y Banco Central responde por su identidad. Después se llenó «monto»: 100 → 1.000.000.',
    ],
    [
      { ...sealed, level: 'B-LT', additions: [{ kind: 'validation_data_added' }], revocation: 'good' },
      'La firma de Ana Torres (sellada el 1 de febrero de 2026, 09:30 UTC) es válida: nada ha cambiado y Banco Central responde por su identidad.',
    ],
    [
      { ...sealed, level: 'B-LTA', additions: [{ kind: 'timestamp_added', object: 9 }], revocation: 'good' },
      'La firma de Ana Torres (sellada el 1 de febrero de 2026, 09:30 UTC) es válida y está protegida para archivo: nada ha cambiado y Banco Central responde por su identidad.',
    ],
    [
      { ...sealed, revocation: 'revoked', revoked_at: new Date('2026-02-03T00:00:00Z'), warnings: ['revoked_later'] },
      'La firma de Ana Torres es válida: se selló el 1 de febrero de 2026, 09:30 UTC, antes de que su certificado fuera revocado el 3 de febrero de 2026, 00:00 UTC.',
    ],
    [
      { ...tryLater, warnings: ['revocation_not_checked'] },
      'Firmó Ana Torres y nada ha cambiado; falta que Banco Central confirme que el certificado sigue vigente.',
    ],
    [
      { ...tryLater, ...sealed, revocation: 'unknown', warnings: ['revocation_unknown', 'revocation_stale'] },
      'Firmó Ana Torres (sellada el 1 de febrero de 2026, 09:30 UTC) y nada ha cambiado; falta que Banco Central confirme que el certificado estaba vigente ese día.',
    ],
    [
      { ...tryLater, additions: [{ kind: 'field_filled', field: 'monto', after: '9' }] },
      'Firmó Ana Torres y lo firmado no ha cambiado; falta que Banco Central confirme que el certificado sigue vigente. Después se llenó «monto»: 9.',
    ],
    [
      { ...tryLater, revocation: 'unknown', warnings: ['revocation_without_source', 'revocation_unknown'] },
      'Firmó Ana Torres y nada ha cambiado, pero el certificado no dice dónde preguntar si fue revocado.',
    ],
    [
      { ...tryLater, revocation: 'good', warnings: ['issuer_revocation_unknown'] },
      'Firmó Ana Torres y nada ha cambiado; falta confirmar que sigue vigente la autoridad que emitió el certificado (Banco Central).',
    ],
    [
      { ...tryLater, ...sealed, revocation: 'good', timestamps: [stamp], warnings: ['timestamp_revocation_unknown'] },
      'Firmó Ana Torres (sellada el 1 de febrero de 2026, 09:30 UTC) y nada ha cambiado; falta confirmar el certificado de quien selló la hora (Sellos S.A.).',
    ],
    [
      { revocation: 'good', timestamps: [stamp], warnings: ['timestamp_revocation_unknown'] },
      'La firma de Ana Torres es válida, pero falta que se confirme a quien selló su hora (Sellos S.A.).',
    ],
    [
      { warnings: ['timestamp_invalid'] },
      'La firma de Ana Torres es válida, pero su sello de tiempo no: la hora es la que declaró su equipo.',
    ],
    [
      { warnings: ['timestamp_untrusted'], timestamps: [stamp] },
      'La firma de Ana Torres es válida, pero no conocemos a quien selló su hora (Sellos S.A.).',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'NO_CERTIFICATE_CHAIN_FOUND' },
      'La firma de Ana Torres está íntegra, pero no conocemos a quien emitió su certificado (Banco Central).',
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
      { ...revoked, indication: 'TOTAL_FAILED', subindication: 'REVOKED' },
      'La firma de Ana Torres no es válida: se hizo con un certificado que estaba revocado desde el 3 de febrero de 2026, 00:00 UTC.',
    ],
    [
      { ...revoked },
      'La firma de Ana Torres no se puede dar por válida: su certificado fue revocado el 3 de febrero de 2026, 00:00 UTC y nada prueba que firmara antes.',
    ],
    [
      { ...revoked, ...sealed, revoked_at: new Date('2026-01-03T00:00:00Z') },
      'La firma de Ana Torres no se puede dar por válida: se selló el 1 de febrero de 2026, 09:30 UTC y su certificado estaba revocado desde el 3 de enero de 2026, 00:00 UTC.',
    ],
    [
      { ...revoked, revocation: 'good', revoked_at: null, warnings: ['issuer_revoked'] },
      'La firma de Ana Torres no se puede dar por válida: fue revocado un certificado de quien responde por su identidad (Banco Central).',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE' },
      'La firma de Ana Torres está íntegra, pero su certificado no está vigente y nada prueba que lo estuviera al firmar.',
    ],
    [
      {
        ...sealed,
        indication: 'INDETERMINATE',
        subindication: 'OUT_OF_BOUNDS_NO_POE',
        warnings: ['expired_without_revocation'],
      },
      'La firma de Ana Torres (sellada el 1 de febrero de 2026, 09:30 UTC) está íntegra, pero su certificado venció y nada prueba que no estuviera revocado.',
    ],
  ] satisfies [Partial<SignatureReport>, string][])('explains %o', (change, sentence) => {
    expect(explain({ ...passed, ...change }, 'es')).toBe(sentence)
  })

  it.each([
    [
      {},
      'El documento fue sellado el 1 de febrero de 2026, 09:30 UTC por Sellos S.A.: existía entonces y no ha cambiado.',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'NO_CERTIFICATE_CHAIN_FOUND' },
      'El sello de tiempo del 1 de febrero de 2026, 09:30 UTC está íntegro, pero no conocemos a quien lo hizo (Sellos S.A.).',
    ],
    [
      { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' },
      'El sello de tiempo del campo «Firma1» no es válido: no corresponde a este documento.',
    ],
    [
      { indication: 'TOTAL_FAILED', subindication: 'MODIFIED_AFTER_SIGNING' },
      'El documento se modificó después de ser sellado el 1 de febrero de 2026, 09:30 UTC.',
    ],
    [
      { ...tryLater },
      'El documento fue sellado el 1 de febrero de 2026, 09:30 UTC por Sellos S.A. y no ha cambiado; falta confirmar que el certificado de Sellos S.A. sigue vigente.',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE' },
      'El sello de tiempo del 1 de febrero de 2026, 09:30 UTC no prueba la hora: el certificado de quien lo hizo (Sellos S.A.) fue revocado.',
    ],
    [
      { indication: 'INDETERMINATE', subindication: 'GENERIC', signer: null, signed_at: null },
      'No se puede decidir si el sello de tiempo del campo «Firma1» es válido.',
    ],
  ] satisfies [Partial<SignatureReport>, string][])('explains a timestamp with %o', (change, sentence) => {
    expect(explain({ ...passed, ...sealed, ...ofTimestamp, ...change }, 'es')).toBe(sentence)
  })

  it("shows times in the reader's time zone", () => {
    expect(explain({ ...passed, ...sealed }, 'es', 'America/Guayaquil')).toContain('1 de febrero de 2026, 04:30 GMT-5')
    expect(explain({ ...passed, ...sealed }, 'en')).toContain('(timestamped on February 1, 2026, 09:30 UTC)')
  })

  it('stays short: 160 characters besides the names', () => {
    for (const sentence of [...Object.values(sentences), ...Object.values(timestampSentences)])
      for (const text of Object.values(sentence)) expect(text.replace(/\{\w+\}/g, '').length).toBeLessThanOrEqual(160)
  })

  it('has English sentences with page numbers', () => {
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

  it('removes control characters and placeholders of hostile names', () => {
    const signer = { ...passed.signer!, name: 'A\u202Ena\n{issuer}', issuer: 'X' }
    expect(explain({ ...passed, signer }, 'es')).toContain('La firma de Ana{issuer} es válida')
  })
})
