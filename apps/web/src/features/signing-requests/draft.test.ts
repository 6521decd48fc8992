import { describe, expect, it } from 'vitest'
import { dayIn } from '../../shared/term.ts'
import { recipientOf, requestOf } from '../../test/signing-request.ts'
import {
  arrange,
  bodyOf,
  checkDraft,
  draftOf,
  emptyDraft,
  moveBy,
  newRecipient,
  putInTurn,
  sentOf,
  shortName,
  toneOf,
  withRole,
  withTones,
  type DraftRecipient,
} from './draft.ts'

const one = (id: string, turno: number, more: Partial<DraftRecipient> = {}) =>
  newRecipient({ id, nombre: id, email: `${id}@ejemplo.ec`, turno, ...more })
const turns = (recipients: readonly DraftRecipient[]) => recipients.map(({ id, turno }) => `${id}${turno}`).join(' ')

describe('the order of recipients', () => {
  it('has turns without gaps, and copies at the end', () => {
    const copy = one('c', 1, { rol: 'copia' })
    expect(turns(arrange([copy, one('b', 7), one('a', 2), one('d', 7)]))).toBe('a1 b2 d2 c1')
  })

  it('moves a recipient one step at a time: into the turn before, then before it', () => {
    const start = [one('a', 1), one('b', 2), one('c', 3)]
    const joined = moveBy(start, 'c', -1)
    expect(turns(joined)).toBe('a1 b2 c2')
    const before = moveBy(joined, 'c', -1)
    expect(turns(before)).toBe('a1 c2 b3')
    expect(turns(moveBy(before, 'c', -1))).toBe('a1 c1 b2')
  })

  it('moves a recipient down out of a shared turn, and then into the next', () => {
    const apart = moveBy([one('a', 1), one('b', 1), one('c', 2)], 'a', 1)
    expect(turns(apart)).toBe('b1 a2 c3')
    expect(turns(moveBy(apart, 'a', 1))).toBe('b1 a2 c2')
  })

  it('stays as it is at both ends, and never moves copies', () => {
    const start = [one('a', 1), one('b', 2), one('c', 1, { rol: 'copia' })]
    for (const [id, by] of [
      ['a', -1],
      ['b', 1],
      ['c', -1],
    ] as const)
      expect(turns(moveBy(start, id, by))).toBe('a1 b2 c1')
  })

  it('opens a turn between two others', () => {
    expect(turns(putInTurn([one('a', 1), one('b', 2), one('c', 2)], 'c', 0.5))).toBe('c1 a2 b3')
  })
})

describe('the colours of signers', () => {
  const tones = (recipients: readonly DraftRecipient[]) => recipients.map(toneOf)

  it('are free ones, by order; who does not sign has none', () => {
    expect(tones(withTones([one('a', 1), one('b', 1, { rol: 'aprueba' }), one('c', 1)]))).toEqual([0, null, 1])
  })

  it('stay with them when others move or leave', () => {
    const [a, b, c] = withTones([one('a', 1), one('b', 1), one('c', 1)])
    expect(tones(withTones([c!, one('d', 1), b!]))).toEqual([2, 0, 1])
    expect(tones(withTones([{ ...a!, rol: 'aprueba' }, one('e', 1)]))).toEqual([null, 1])
  })
})

it('short names are given names, and whole ones where two have the same', () => {
  const all = ['Ana Ríos', 'Luis Mora', 'Ana Vega', ''].map((nombre, at) => one(String(at), 1, { nombre }))
  expect(all.map((recipient) => shortName(recipient, all))).toEqual(['Ana Ríos', 'Luis', 'Ana Vega', '3@ejemplo.ec'])
})

describe('what prevents sending', () => {
  const draft = (recipients: DraftRecipient[]) => ({ ...emptyDraft(['d']), recipients })

  it('asks for name and email of the only row, and for a document', () => {
    expect(checkDraft(emptyDraft([]))).toEqual({
      documents: 'documentsMissing',
      'recipients.0.nombre': 'nameMissing',
      'recipients.0.email': 'emailMissing',
    })
  })

  it('counts rows as they are sent, without blank ones', () => {
    const blank = newRecipient({ turno: 1 })
    const wrong = one('b', 2, { email: 'b@' })
    expect(sentOf([blank, one('a', 2), wrong]).map(({ id, turno }) => id + turno)).toEqual(['a1', 'b1'])
    expect(checkDraft(draft([blank, one('a', 2), wrong]))).toEqual({ 'recipients.1.email': 'emailWrong' })
  })

  it('refuses an address twice, a demanded number that is missing, and copies alone', () => {
    expect(checkDraft(draft([one('a', 1), one('b', 1, { email: 'A@Ejemplo.ec' })]))).toEqual({
      'recipients.1.email': 'emailRepeated',
    })
    expect(checkDraft(draft([one('a', 1, { mustMatch: true })]))).toEqual({
      'recipients.0.identificacion': 'identificationMissing',
    })
    expect(checkDraft(draft([one('a', 1, { rol: 'copia' })]))).toEqual({ recipients: 'nobodyActs' })
  })

  it.each([
    ['', 'dayMissing'],
    [dayIn(-1), 'dayPast'],
    [dayIn(200), 'dayFar'],
    [dayIn(0), undefined],
  ])('the last day %s gives %s', (lastDay, fault) => {
    expect(checkDraft({ ...draft([one('a', 1)]), lastDay })['expires_at']).toBe(fault)
  })
})

it('a simple signature asks for the code unless the user says otherwise, and has a place but no number', () => {
  expect(withRole('firma', 'firma_simple', true)).toEqual({ rol: 'firma_simple', code: true })
  expect(withRole('firma_simple', 'aprueba', true)).toEqual({ rol: 'aprueba', code: false })
  expect(withRole('firma', 'firma_simple', false)).toEqual({ rol: 'firma_simple', code: false })
  expect(withRole('firma', 'aprueba', true)).toEqual({ rol: 'aprueba' })
  const position = { page: 1, x: 1, y: 1, width: 90, height: 40 }
  const simple = { rol: 'firma_simple' as const, mustMatch: true, places: [{ id_documento: 'd', position }] }
  const draft = { ...emptyDraft(['d']), recipients: [one('a', 1, { ...simple, code: true }), one('b', 1, simple)] }
  expect(bodyOf(draft, true).recipients).toMatchObject([
    { rol: 'firma_simple', code: true, places: [{ id_documento: 'd' }] },
    { rol: 'firma_simple', code: false },
  ])
  expect(bodyOf(draft, true).recipients[0]).not.toHaveProperty('must_match')
})

it('the body has turns for those who act, and demands a number only of those who sign', () => {
  const draft = {
    ...emptyDraft(['d', 'e']),
    mensaje: ' Hoy. ',
    lastDay: '2026-12-01',
    recipients: [
      one('a', 1, { identificacion: ' 0912 ', mustMatch: true }),
      one('b', 2, { rol: 'aprueba' as const, identificacion: '1', mustMatch: true }),
      one('c', 1, { rol: 'copia' as const, telefono: '+593 99' }),
    ],
  }
  expect(bodyOf(draft, false)).toEqual({
    mensaje: 'Hoy.',
    documents: [{ id_documento: 'd' }, { id_documento: 'e' }],
    recipients: [
      { nombre: 'a', email: 'a@ejemplo.ec', identificacion: '0912', rol: 'firma', turno: 1, must_match: true },
      { nombre: 'b', email: 'b@ejemplo.ec', identificacion: '1', rol: 'aprueba', turno: 2 },
      { nombre: 'c', email: 'c@ejemplo.ec', telefono: '+593 99', rol: 'copia' },
    ],
    expires_at: new Date('2026-12-01T23:59:59').toISOString(),
    remind_every_days: 3,
    allow_delegation: false,
    send: false,
  })
})

it('a kept draft is read back into what was typed, and written again as it was sent', () => {
  const place = { id_documento: 'd', position: { page: 2, x: 60, y: 600, width: 200, height: 60 } }
  const typed = {
    titulo: 'Arriendo',
    mensaje: 'Revisen las fechas.',
    documents: ['d'],
    recipients: withTones(
      arrange([
        one('a', 1, { telefono: '099', identificacion: '17', mustMatch: true, places: [place] }),
        one('b', 2, { rol: 'firma_simple', code: true }),
        one('c', 1, { rol: 'copia' }),
      ]),
    ),
    lastDay: dayIn(9),
    remind: 5,
    delegation: true,
  }
  const body = bodyOf(typed, false)
  const recipients = body.recipients.map((person, at) =>
    recipientOf(String(at), person.nombre, {
      email: person.email,
      telefono: person.telefono ?? null,
      identificacion: person.identificacion ?? null,
      must_match: person.must_match ?? false,
      rol: person.rol,
      turno: person.turno ?? null,
      code: person.code ?? false,
      places: (person.places ?? []).map((own) => ({ ...own, field: 'arrendador' })),
    }),
  )
  const kept = requestOf({
    titulo: typed.titulo,
    mensaje: typed.mensaje,
    documents: [{ id_documento: 'd', nombre: 'Acta.pdf' }],
    recipients,
    expires_at: body.expires_at!,
    remind_every_days: 5,
    allow_delegation: true,
  })
  const ids = recipients.map(({ id }) => id)
  expect(draftOf(kept)).toEqual({
    ...typed,
    recipients: typed.recipients.map((person, at) => ({ ...person, id: ids[at] })),
  })
  expect(bodyOf(draftOf(kept), false)).toEqual(body)
})
