import type { SignatureReport } from '@foja/contracts/verification'
import { describe, expect, it } from 'vitest'
import { en } from './texts/verdict.en.ts'
import { verdict as es } from './texts/verdict.ts'
import { createFormat } from '../lib/format/format.ts'
import { changeOf, reportOf, signerOf, verificationOf } from '../test/signature-report.ts'
import { changesOf } from './describe-changes.ts'
import { storyOf } from './describe-verification.ts'
import { personName, shortName } from './person-name.ts'

const words = { texts: es, format: createFormat('es-EC') }
const tell = (...signatures: SignatureReport[]) => storyOf(verificationOf(signatures), words)
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()

const seal = { kind: 'signature', time: at(18, 10, 12), tsa: 'Banco Central', valid: true, trusted: true } as const
const rocio = reportOf({
  signer: signerOf('ROCÍO MORA ALBÁN'),
  signed_at: at(18, 10, 12),
  time_source: 'timestamp',
  timestamps: [{ ...seal, problems: [] }],
})
const andres = reportOf({
  field: 'Firma 2',
  signer: signerOf('ANDRÉS MUÑOZ ZÚÑIGA'),
  signed_at: at(20, 11, 52),
  signed_bytes: 20,
})
const rectangle = { x: 100, y: 208, width: 150, height: 22 }
const filled = changeOf({ field: 'monto', before: '100', after: '1.000.000', page: 1, rectangle })
const waiting = { indication: 'INDETERMINATE', subindication: 'TRY_LATER', revocation: 'unknown' } as const

describe('the summary of a verification', () => {
  it('says who signed, when, who certifies the time, and that nothing changed', () => {
    expect(tell(rocio)).toEqual({
      verdict: 'passed',
      heading: es.headings.valid,
      certain: 'Rocío Mora Albán firmó el 18 de noviembre de 2026 a las 10:12.',
      rest: 'La hora la certifica Banco Central. No ha cambiado desde entonces.',
    })
    expect(tell({ ...rocio, time_source: 'claimed', timestamps: [] }).rest).toMatch(/^Es la hora de su equipo\./)
  })

  it('calls a simple signature simple, names the person and not the seal, and never says that theirs is valid', () => {
    const simple = { ...rocio, signer: signerOf('ESTUDIO CÓNDOR'), simple: { nombre: 'Ana Ácuña' } }
    expect(tell(simple)).toMatchObject({
      heading: 'Firma simple, sellada por la oficina',
      certain: 'Ana Ácuña (firma simple) firmó el 18 de noviembre de 2026 a las 10:12.',
    })
    // By the clock of the server, not of a computer of theirs.
    expect(tell({ ...simple, time_source: 'claimed', timestamps: [] }).rest).toBe(es.story.unchanged)
    expect(tell(simple, andres)).toMatchObject({
      heading: es.headings.valid,
      certain: expect.stringContaining('Ana Ácuña (firma simple) y Andrés Muñoz Zúñiga'),
    })
    const unknown = {
      indication: 'INDETERMINATE',
      subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
      trusted: false,
    } as const
    const story = tell({ ...simple, ...unknown })
    expect(story.certain).toContain('Lleva una firma a nombre de Ana Ácuña (firma simple)')
    expect(story.rest).toContain('No conocemos a quien emitió el certificado de Estudio Cóndor.')
  })

  it('names the value changed after signing, and what to do', () => {
    const story = tell({ ...rocio, additions: [filled] })
    expect(story).toMatchObject({ verdict: 'changed', heading: 'No lo aceptes sin aclarar «monto»' })
    expect(story.rest).toContain('Después se cambió un dato: «monto» pasó de 100 a 1.000.000.')
    expect(story.rest).not.toContain(es.story.unchanged)
    expect(tell({ ...rocio, additions: [{ ...filled, before: null }] })).toMatchObject({
      heading: 'Revisa «monto»: se llenó después de firmar',
    })
  })

  it('mentions the change even while the authority does not answer', () => {
    const story = tell({ ...rocio, ...waiting, additions: [filled] })
    expect(story).toMatchObject({ verdict: 'changed', heading: 'No lo aceptes sin aclarar «monto»' })
    expect(story.rest).toMatch(/pasó de 100 a 1\.000\.000\. Security Data S\. A\. aún no responde/)
  })

  it('names several signers and the period in which they signed', () => {
    const story = tell(rocio, andres)
    expect(story.certain).toBe(
      'Rocío Mora Albán y Andrés Muñoz Zúñiga lo firmaron entre el 18 de noviembre y el 20 de noviembre de 2026.',
    )
    expect(story.rest).toBe(es.story.unchanged)
    const many = Array.from({ length: 6 }, (_, n) => reportOf({ field: `F${n}`, signer: signerOf(`Persona ${n}`) }))
    expect(tell(...many).certain).toBe('Persona 0, Persona 1, Persona 2 y 3 personas más lo firmaron.')
  })

  it('mentions the change for its signer only, and the other signature to be confirmed', () => {
    const story = tell({ ...rocio, additions: [{ ...filled, by: 'ANDRÉS MUÑOZ ZÚÑIGA' }] }, { ...andres, ...waiting })
    expect(story.certain).toBe('Rocío Mora Albán firmó el 18 de noviembre de 2026 a las 10:12.')
    expect(story.rest).toMatch(/Falta confirmar la firma de Andrés Muñoz Zúñiga: Security Data S\. A\. aún no responde/)
  })

  it('does not confirm a name whose issuer is unknown', () => {
    const unknown = { ...rocio, indication: 'INDETERMINATE', trusted: false } as const
    const story = tell({ ...unknown, subindication: 'NO_CERTIFICATE_CHAIN_FOUND' })
    expect(story.certain).toMatch(
      /^Lleva una firma a nombre de Rocío Mora Albán, del 18 de noviembre de 2026 a las 10:12\.$/,
    )
    expect(story).toMatchObject({ verdict: 'indeterminate', heading: es.headings.indeterminate })
    expect(story.rest).toContain('No conocemos a quien emitió el certificado de Rocío Mora Albán.')
  })

  it('uses the server’s text for a broken signature and for one that cannot be judged', () => {
    const broken = tell(
      reportOf({ indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE', integrity: false }),
      andres,
    )
    expect(broken).toEqual({
      verdict: 'failed',
      heading: es.headings.invalid,
      certain: '',
      rest: 'La frase del servidor.',
    })
    const revoked = { indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE', revocation: 'revoked' } as const
    expect(tell({ ...rocio, ...revoked })).toMatchObject({ certain: '', rest: 'La frase del servidor.' })
    expect(tell(reportOf({ indication: 'INDETERMINATE', integrity: false }))).toMatchObject({
      heading: es.headings.unclear,
      certain: '',
      rest: 'La frase del servidor.',
    })
    const uncompared = reportOf({ warnings: ['too_large_to_compare'], indication: 'INDETERMINATE' })
    expect(tell(uncompared).rest).toBe('La frase del servidor.')
  })

  it('says what was changed in violation of the signature', () => {
    const modified = { indication: 'TOTAL_FAILED', modified_after: true } as const
    const story = tell({ ...rocio, ...modified, modifications: [changeOf({ kind: 'page_changed', page: 2 })] })
    expect(story).toMatchObject({ verdict: 'failed', heading: es.headings.invalid })
    expect(story.rest).toContain('Después se cambió el contenido de la página 2.')
    expect(tell({ ...rocio, ...modified, modifications: [changeOf({ kind: 'of_tomorrow' })] }).rest).toContain(
      'Después se cambió algo que la firma no permite.',
    )
  })

  it('suggests asking again when only the authority is missing', () => {
    expect(tell({ ...rocio, ...waiting }).heading).toBe('Consulta otra vez antes de aceptarlo')
  })

  it('exists in English', () => {
    const story = storyOf(verificationOf([{ ...rocio, additions: [filled] }]), {
      texts: en,
      format: createFormat('en-US'),
    })
    expect(story.certain).toBe('Rocío Mora Albán signed on November 18, 2026 at 10:12.')
    expect(story.rest).toContain('“monto” went from 100 to 1.000.000')
  })
})

describe('numbered changes of a document', () => {
  it('are numbered once in page order, and belong to the earliest signature before them', () => {
    const low = changeOf({ field: 'plazo', after: '30', page: 1, rectangle: { ...rectangle, y: 400 } })
    const later = changeOf({ field: 'sello', after: 'x', page: 2, rectangle })
    const changes = changesOf([
      { ...andres, additions: [low, later] },
      { ...rocio, additions: [later, low, filled, changeOf({ kind: 'signature_added' })] },
    ])
    expect(changes.map(({ number, field, signature }) => [number, field, signature.field])).toEqual([
      [1, 'monto', 'Firma 1'],
      [2, 'plazo', 'Firma 1'],
      [3, 'sello', 'Firma 1'],
    ])
  })

  it('are not permitted if one signature does not permit them', () => {
    const [change] = changesOf([
      { ...rocio, additions: [filled] },
      { ...andres, modifications: [filled] },
    ])
    expect(change).toMatchObject({ permitted: false, number: 1 })
  })
})

describe('display names of signers', () => {
  it('use normal case for people, and keep companies', () => {
    expect(personName('MARÍA DE LOS ÁNGELES MUÑOZ-PAZ')).toBe('María de los Ángeles Muñoz-Paz')
    expect(personName('Rocío Mora')).toBe('Rocío Mora')
    expect(personName('INMOBILIARIA LA MARISCAL S.A.')).toBe('INMOBILIARIA LA MARISCAL S.A.')
  })

  it('are shortened on buttons unless two signers share the first name', () => {
    expect(shortName('ROCÍO MORA ALBÁN')).toBe('Rocío')
    expect(shortName('ROCÍO MORA ALBÁN', ['ROCÍO MORA ALBÁN', 'Rocío Paz'])).toBe('Rocío Mora Albán')
    expect(shortName('INMOBILIARIA LA MARISCAL S.A.')).toBe('INMOBILIARIA LA MARISCAL S.A.')
  })
})
