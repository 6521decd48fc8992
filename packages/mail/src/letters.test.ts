import { describe, expect, it } from 'vitest'
import { accountLetter } from './account-letter.ts'
import { actKinds, actLetter, type ActLetter } from './act-letter.ts'
import { appointmentLetter } from './appointment-letter.ts'
import { documentLetter } from './document-letter.ts'
import { withLetterhead, type RenderedLetter } from './letter.ts'
import { noticeLetter } from './notice-letter.ts'
import { noticeKinds } from './notice-words.ts'
import { tellTime } from './times.ts'

const locales = ['es', 'en'] as const
const evil = `<script>alert("x")</script> & 'comillas' <img src=x onerror=y>`

/** Requirements of every letter: complete HTML without external resources, and the same content as text. */
function expectSound({ subject, text, html }: RenderedLetter, locale: string): void {
  expect(html).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${locale}">`))
  expect(html).not.toMatch(/<(script|img|link|iframe|table|form|svg)\b/i)
  expect(html).not.toMatch(/\bon\w+="/)
  expect(html.match(/<[^>]*\bsrc=/g)).toBeNull()
  expect(html).toContain('color-scheme')
  for (const tag of ['p', 'dl', 'dt', 'dd', 'div', 'main', 'h1', 'a', 'blockquote']) {
    const count = (pattern: string) => html.match(new RegExp(pattern, 'g'))?.length ?? 0
    expect(count(`<${tag}[ >]`), tag).toBe(count(`</${tag}>`))
  }
  expect(subject).toBe(subject.trim())
  for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|\[object|\r/)
  expect(text.trim().length).toBeGreaterThan(40)
}

describe.each(locales)('letters (%s)', (locale) => {
  it.each(noticeKinds)('notice %s', (kind) => {
    const facts = {
      actor: 'Marta',
      titulo: 'Señal de alquiler',
      nombre: 'Contrato.pdf',
      motivo: evil,
      fecha: 'martes',
      lugar: 'Sala 2',
      status: 'Acuerdo total',
      to: 'ana@foja.ec',
    }
    const url = 'https://foja.example/solicitudes/1?a=1&b=2'
    const letter = noticeLetter({ kind, locale, nombre: evil, facts, url })
    expectSound(letter, locale)
    expect(letter.html).toContain('href="https://foja.example/solicitudes/1?a=1&amp;b=2"')
    expect(letter.html).toContain('>https://foja.example/solicitudes/1?a=1&amp;b=2</a>')
    expect(letter.html).toContain('&lt;script&gt;')
    expect(letter.text).toContain(url)
    expect(letter.text).toContain(evil)
    const none = { actor: null, titulo: null, nombre: null, motivo: null, fecha: null, lugar: null, status: null }
    expectSound(noticeLetter({ kind, locale, nombre: 'Ana', facts: { ...none, to: null }, url }), locale)
  })

  it.each([null, { url: '{{enlace:1}}', expires: 'martes' }])('a document, with link %j', (link) => {
    const message = `Hola:\r\n\r\n${evil}\u202E\nAdiós`
    const more = { sender: evil, company: 'Ñandú & Cía.', documento: 'Señal <1>.pdf', subject: null, message }
    const letter = documentLetter({ locale, ...more, link })
    expectSound(letter, locale)
    expect(letter.subject).toBe('Señal <1>.pdf')
    expect(letter.html).toContain('&lt;script&gt;')
    expect(letter.html).toContain('<br>\nAdiós')
    expect(letter.text).toContain('> Adiós')
    expect(letter.html.includes('{{enlace:1}}')).toBe(link !== null)
    expect(letter.text.includes('{{enlace:1}}')).toBe(link !== null)
    expect(documentLetter({ locale, ...more, subject: 'a\r\nBcc: eva@otro.ec', link }).subject).toBe(
      'a Bcc: eva@otro.ec',
    )
  })

  it.each(['invitation', 'reset'] as const)('an account: %s', (kind) => {
    const base = { kind, locale, url: '{{enlace:7}}', when: 'lunes', ip: '10.0.0.7', browser: 'Firefox, Windows' }
    const letter = accountLetter({ ...base, nombre: evil, company: evil, by: evil, expires: 'martes, 10:00' })
    expectSound(letter, locale)
    expect(letter.html).toContain('href="{{enlace:7}}"')
    expect(letter.text).toContain('{{enlace:7}}')
    expect(letter.text).toContain('martes, 10:00')
    expect(letter.text).toMatch(locale === 'es' ? /no hagas nada/ : /do nothing/)
    // The origin of a request is nothing the account owner can act on.
    expect(letter.text).not.toContain('10.0.0.7')
    expectSound(accountLetter({ ...base, nombre: 'Ana', company: null, by: null, expires: null }), locale)
  })

  it.each([
    'password_given',
    'password_changed',
    'totp_enabled',
    'totp_moved',
    'totp_removed',
    'codes_renewed',
    'code_used',
    'provider_linked',
  ] as const)('an account: %s', (kind) => {
    const base = { kind, locale, url: 'https://foja.example/olvide', nombre: evil, company: null, expires: null }
    const letter = accountLetter({
      ...base,
      by: evil,
      when: 'lunes, 09:15',
      ip: '10.0.0.7',
      browser: 'Firefox, Windows',
    })
    expectSound(letter, locale)
    for (const told of ['lunes, 09:15', '10.0.0.7', 'Firefox, Windows', evil]) expect(letter.text).toContain(told)
    expect(letter.text).toMatch(locale === 'es' ? /Si no (?:fuiste tú|esperabas)/ : /If (?:it was not you|you did not)/)
    expect(letter.html).toContain('href="https://foja.example/olvide"')
    const bare = accountLetter({ ...base, by: null, when: null, ip: null, browser: null })
    expectSound(bare, locale)
    expect(bare.html).not.toContain('<dl>')
  })

  it('an account: email_changed, to the old address', () => {
    const base = { kind: 'email_changed', locale, url: 'https://foja.example/olvide', nombre: evil } as const
    const facts = { company: null, expires: null, by: evil, when: 'lunes, 09:15', ip: null, browser: null }
    const letter = accountLetter({ ...base, ...facts, email: 'ana.perez@foja.example' })
    expectSound(letter, locale)
    for (const told of ['lunes, 09:15', evil, 'an•••@foja.example']) expect(letter.text).toContain(told)
    expect(letter.html + letter.text).not.toContain('perez')
    expect(letter.text).toMatch(locale === 'es' ? /Si no lo acordaste/ : /If you did not agree/)
    // The old address opens nothing, so there is no button.
    expect(letter.html).not.toContain('href=')
  })

  it('an account: provider_only mentions no existing password and links to none', () => {
    const base = { kind: 'provider_only', locale, url: 'https://foja.example/olvide', nombre: evil } as const
    const facts = { company: null, expires: null, by: null, when: 'lunes, 09:15', ip: '10.0.0.7', browser: 'Firefox' }
    const letter = accountLetter({ ...base, ...facts })
    expectSound(letter, locale)
    for (const told of ['lunes, 09:15', '10.0.0.7', 'Firefox']) expect(letter.text).toContain(told)
    expect(letter.text).toMatch(locale === 'es' ? /Si no fuiste tú/ : /If it was not you/)
    expect(letter.text).not.toMatch(/sigue sirviendo|still works/)
    expect(letter.html).not.toContain('href=')
  })

  it('an account: code_used gives the number of remaining codes', () => {
    const base = { kind: 'code_used', locale, url: 'https://foja.example/olvide', nombre: 'Ana' } as const
    const facts = { company: null, expires: null, by: null, when: null, ip: null, browser: null }
    expect(accountLetter({ ...base, ...facts, left: 0 }).text).toMatch(/(te quedan|have left): 0/)
  })

  it.each(['invitation', 'cancellation', 'withdrawal', 'left', 'reminder'] as const)('an appointment: %s', (kind) => {
    const letter = appointmentLetter({
      kind,
      locale,
      nombre: 'José Núñez',
      titulo: evil,
      main_titulo: 'Expediente 7',
      company: 'Centro Ñandú',
      fecha: new Date('2026-12-01T15:00:00Z'),
      timeZone: 'America/Guayaquil',
      lugar: 'Sala 2',
      mensaje: 'Trae tu cédula',
      url: null,
      changed: false,
    })
    expectSound(letter, locale)
    // In the office's time zone, with its name.
    expect(letter.text).toMatch(locale === 'es' ? /martes, 1 de diciembre de 2026, 10:00 \(?(GMT|ECT)/ : /Tuesday/)
    expect(letter.text).toContain('10:00')
    expect(letter.text).toContain(locale === 'es' ? '(hora de Ecuador)' : '(Ecuador Time)')
    expect(letter.text).toContain('Sala 2')
    expect(letter.text).toContain('> Trae tu cédula')
    expect(letter.html).not.toContain('class="button"')
  })

  it('gives the reason when an appointment is no longer needed, and does not call it cancelled', () => {
    const base = { locale, nombre: 'Ana', titulo: 'Alquiler', main_titulo: 'Alquiler', company: 'C', lugar: null }
    const more = { timeZone: 'America/Guayaquil', mensaje: null, url: null, changed: true }
    const fecha = new Date('2026-12-01T15:00:00Z')
    const { subject, text } = appointmentLetter({ kind: 'withdrawal', fecha, ...base, ...more })
    const told = {
      es: ['La cita ya no es necesaria: Alquiler', 'La solicitud concluyó; la cita del martes, 1 de diciembre de 2026'],
      en: ['Appointment no longer needed: Alquiler', 'The request was concluded; the appointment of Tuesday'],
    }[locale]
    expect(subject).toContain(told[0])
    expect(text).toContain(told[1])
    expect(`${subject} ${text}`).not.toMatch(/anulad|cancel/i)
  })

  it('shows a logo at its head, whatever text it contains', () => {
    const head = '<div class="brand">Foja</div>'
    const more = { sender: head, company: head, documento: head, subject: null, message: head, link: null }
    const { html } = documentLetter({ locale, ...more })
    expect(html.split(head)).toHaveLength(2)
    const shown = withLetterhead(html, { cid: 'logo.7@foja', alt: `Ñandú "$&"\r\n<x>`, width: 240, height: 64 })
    const picture = '<img src="cid:logo.7@foja" alt="Ñandú &quot;$&amp;&quot; &lt;x&gt;" width="240" height="64">'
    expect(shown).toBe(html.replace(head, () => `<div class="brand">${picture}</div>`))
  })

  it('marks a changed appointment', () => {
    const base = { locale, nombre: 'Ana', titulo: 'T', main_titulo: 'T', company: 'C', fecha: new Date(), lugar: null }
    const more = { kind: 'invitation' as const, timeZone: 'UTC', mensaje: null, url: null }
    const [first, second] = [false, true].map((changed) => appointmentLetter({ ...base, ...more, changed }))
    expect(first!.subject).not.toBe(second!.subject)
    const was = { fecha: new Date(base.fecha.getTime() - 86_400_000), lugar: 'Sala 2' }
    const told = appointmentLetter({ ...base, ...more, changed: true, was }).text
    expect(told).toContain(tellTime(was.fecha, locale, 'UTC'))
    expect(told).toContain('Sala 2')
    const same = appointmentLetter({ ...base, ...more, changed: true, was: { fecha: base.fecha, lugar: null } })
    expect(same.text).toBe(second!.text)
  })

  it('lists many requests, each with its date', () => {
    const requests = (kind: ActLetter['requests'][number]['kind']) => [
      { kind, titulo: evil, fecha: 'martes 1', lugar: 'Sala 2', motivo: null },
      { kind, titulo: 'Sin fecha', fecha: null, lugar: null, motivo: 'Falta un dato' },
    ]
    const base = { locale, nombre: 'Ana', actor: 'Gael', mensaje: null, url: 'https://foja.ec/solicitudes' }
    for (const kind of actKinds) {
      const letter = actLetter({ ...base, requests: requests(kind), calendar: true })
      expectSound(letter, locale)
      expect(letter.subject).toContain('2')
      for (const part of ['martes 1', 'Sala 2', 'Falta un dato']) expect(letter.text).toContain(part)
    }
    const mixed = [...requests('solicitud.assigned'), ...requests('left')]
    const { subject, text } = actLetter({ ...base, requests: mixed, calendar: false })
    expect(subject).toContain('4')
    expect(text).toContain(locale === 'es' ? 'te asignó 2 solicitudes' : 'assigned 2 requests')
  })
})
