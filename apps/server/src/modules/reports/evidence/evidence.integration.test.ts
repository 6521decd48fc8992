import type { SigningRequest } from '@foja/contracts/signing-requests'
import { sign } from '@foja/pades/sign'
import { readPdf } from '@foja/pades/pdf/file'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { sql } from 'kysely'
import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { dropChain, dropNewest, rewriteChain, tamper } from '../../../../test/forge-history.ts'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice, type Caller } from '../../../../test/office.ts'
import { testAuthority } from '../../../../test/people.ts'
import { onePixelPng, plainPng } from '../../../../test/pictures.ts'

const code = '0123456789ABCDEF'
const hasText = hasValidator('pdftotext')

const office = await openOffice()
const { signer } = makeTestSigner({ name: 'Lucía Peñaherrera Ñáñez', authority: testAuthority() })
const signed = Buffer.from((await sign(makePdf(), signer, { signingTime: new Date(), reason: 'Apruebo' })).pdf)
const file = pdfFile('Convenio de señalización.pdf', signed)
const title = { titulo: 'Mediación Íñiguez' }
const document = (await createCase(office.usuario, file, title)).document
const row = { code, id_documento: document.id_documento, version: 1 }
await office.server.deps.db.insertInto('verification_code').values(row).execute()
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const ask = (caller: Caller, id = document.id_documento, query = '', headers: Record<string, string> = {}) =>
  caller.call(`/api/v1/evidence_report/${id}/${query}`, { headers })

async function pdfOf(response: Response): Promise<Buffer> {
  expect(response.status, response.status === 200 ? '' : await response.clone().text()).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return Buffer.from(await response.arrayBuffer())
}

/** The text of a PDF in reading order, on one line; null without pdftotext. */
function wordsOf(pdf: Buffer): string | null {
  if (!hasText) return null
  const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf })
  return stdout.toString('utf8').replace(/\s+/g, ' ')
}

/** A request to approve a document and to get a copy; returns its id. */
async function requestFor(id_documento: string): Promise<string> {
  const recipients = [
    { nombre: 'Íñigo Núñez', email: 'inigo@cliente.example', rol: 'aprueba' },
    { nombre: 'Rocío Mora', email: 'rocio@cliente.example', rol: 'copia' },
  ]
  const body = { documents: [{ id_documento }], recipients }
  return (await bodyOf<SigningRequest>(await office.usuario.post('/api/v1/create_signing_request/', body), 201)).id
}

const pagesOf = (pdf: Buffer) => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

describe('the evidence report', () => {
  it('is a valid PDF with the document’s name, and is recorded in the history', async () => {
    const response = await ask(office.usuario, document.id_documento, '?utc_offset=-300')
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Evidencias%20de%20Convenio")
    const pdf = await pdfOf(response)
    expect(() => readPdf(pdf)).not.toThrow()
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], pdf)).toMatchObject({ code: 0 })
    const last = await office.server.deps.db
      .selectFrom('event')
      .where('id_documento', '=', document.id_documento)
      .orderBy('id', 'desc')
      .select(['action', 'actor'])
      .executeTakeFirstOrThrow()
    expect(last).toEqual({ action: 'document.evidence_exported', actor: office.usuario.id })
  })

  it('shows the company logo once, on white, while there is one', async () => {
    const { gestor, usuario, company } = office
    const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image \/Width \d+ \/Height \d+/g) ?? []
    expect(pictures(await pdfOf(await ask(usuario)))).toEqual([])
    const file = { name: 'logo.png', bytes: plainPng(500, 250) }
    expect((await gestor.upload(`/api/v1/upload_company_logo/${company}/`, [file])).status).toBe(200)
    const pdf = await pdfOf(await ask(usuario))
    expect(pictures(pdf)).toEqual(['/Subtype /Image /Width 252 /Height 126'])
    expect(() => readPdf(pdf)).not.toThrow()
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], pdf)).toMatchObject({ code: 0 })
    await gestor.remove(`/api/v1/remove_company_logo/${company}/`)
    expect(pictures(await pdfOf(await ask(usuario)))).toEqual([])
  })

  it.runIf(hasText)('contains the stored facts, in the language and UTC offset of the reader', async () => {
    const { db } = office.server.deps
    const es = wordsOf(await pdfOf(await ask(office.usuario, document.id_documento, '?utc_offset=-300')))!
    for (const words of [
      'Centro de Mediación Ñandú',
      'Informe de evidencias',
      'Convenio de señalización.pdf',
      'Mediación Íñiguez',
      document.id_documento,
      '0123-4567-89AB-CDEF',
      'Lucía Peñaherrera Ñáñez',
      'POR CONFIRMAR',
      'PAdES B-B (básico)',
      '(UTC−05:00)',
      'Úrsula Usuaria subió «Convenio de señalización.pdf».',
      'La cadena está íntegra',
      'Página 1 de',
    ]) {
      expect(es).toContain(words)
    }
    const events = await db.selectFrom('event').where('id_documento', '=', document.id_documento).selectAll().execute()
    for (const { hash, prev_hash } of events.slice(0, 2)) for (const one of [hash, prev_hash]) expect(es).toContain(one)
    const en = wordsOf(await pdfOf(await ask(office.usuario, undefined, '', { 'accept-language': 'en' })))!
    expect(en).toContain('Evidence report')
    expect(en).toContain('The chain is whole')
    expect(en).toContain('(UTC)')
  })

  it('is available to users who may read the document, and not found for others', async () => {
    for (const caller of [office.admin, office.gestor, office.mediador, office.usuario]) await pdfOf(await ask(caller))
    for (const caller of [office.ajeno, office.colega]) await expectProblem(await ask(caller), 404, 'not_found')
    const anonymous = await fetch(`${office.server.origin}/api/v1/evidence_report/${document.id_documento}/`)
    await expectProblem(anonymous, 401, 'unauthenticated')
    await expectProblem(await ask(office.usuario, '00000000-0000-4000-8000-000000000000'), 404, 'not_found')
    await expectProblem(await ask(office.usuario, 'no'), 404, 'not_found')
    await expectProblem(await ask(office.usuario, undefined, '?utc_offset=9999'), 400, 'validation_failed')
  })

  it.runIf(hasText)('hides the rest of the case file from users with whom only the document is shared', async () => {
    const { db } = office.server.deps
    const shared = { id_documento: document.id_documento, id_user: office.colega.id }
    await db.insertInto('user_shared').values(shared).execute()
    const words = wordsOf(await pdfOf(await ask(office.colega)))!
    expect(words).toContain('subió «Convenio de señalización.pdf»')
    expect(words).not.toContain('Mediación Íñiguez')
    expect(words).not.toContain('creó el expediente')
    expect(words).toContain('no se muestra')
    // IP addresses are shown only to users who handle the document.
    expect(words).not.toMatch(/desde (127\.|::1)|sin dirección/)
    expect(words).toContain('desde qué dirección de la red')
    const handled = wordsOf(await pdfOf(await ask(office.usuario)))!
    expect(handled).toMatch(/desde (127\.0\.0\.1|::1)/)
    expect(handled).not.toContain('desde qué dirección de la red')
    await db.deleteFrom('user_shared').execute()
  })

  it.runIf(hasText)('reports a history that was tampered with, also with new hashes', async () => {
    const { db } = office.server.deps
    const report = async (forge: (chain: string) => Promise<void>) => {
      const { document: other, main } = await createCase(office.usuario)
      await forge(main.id_solicitud_main)
      return async () => wordsOf(await pdfOf(await ask(office.usuario, other.id_documento)))
    }
    const changed = await report((chain) =>
      tamper(db, `update event set actor_label = 'Otra persona' where chain = '${chain}'`),
    )
    expect(await changed()).toContain('la cadena no está íntegra. A partir del hecho 1 ')
    const unsealed = 'la última no lleva el sello de este servidor'
    expect(await (await report((chain) => rewriteChain(db, chain, () => ({ ip: '10.0.0.1' }))))()).toContain(unsealed)
    expect(await (await report((chain) => dropNewest(db, chain)))()).toContain(unsealed)
    // The second report comes after the export of the first was recorded.
    const dropped = await report((chain) => dropChain(db, chain))
    for (let time = 1; time <= 2; time += 1) expect(await dropped()).toContain('Falta entera o falta su comienzo')
  })

  it('handles hostile names and five hundred events in time', async () => {
    const names = [
      '\u202Egnp.exe',
      'Ñandú'.repeat(60),
      '李明 🖋 ﷽',
      '<script>alert(1)</script>',
      '(\\) \u0000\u0007 %PDF',
      '',
    ]
    const { document: other } = await createCase(office.usuario, pdfFile(`${'Ñ'.repeat(150)} ( \\ ) 李明.pdf`), {
      titulo: 'Título '.repeat(25).trim(),
    })
    const { db } = office.server.deps
    const row = await db
      .selectFrom('document')
      .innerJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
      .where('id_documento', '=', other.id_documento)
      .select(['solicitud.id_solicitud_main', 'document.id_company'])
      .executeTakeFirstOrThrow()
    await inTransaction(db, async (trx) => {
      for (let n = 0; n < 500; n += 1) {
        await appendEvent(trx, {
          ...row,
          id_documento: other.id_documento,
          action: n % 4 === 0 ? 'something.new' : 'document.signed',
          actor_label: names[n % names.length]!.replaceAll('\u0000', ''),
          data: { level: 'B-LTA' },
          ip: '2001:db8:85a3::8a2e:370:7334',
        })
      }
    })
    const before = process.cpuUsage()
    const pdf = await pdfOf(await ask(office.usuario, other.id_documento))
    const { user } = process.cpuUsage(before)
    expect(user / 1e6).toBeLessThan(60)
    expect(pagesOf(pdf)).toBeGreaterThan(30)
    expect(pdf.length).toBeLessThan(2_000_000)
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], pdf)).toMatchObject({ code: 0 })
    const words = wordsOf(pdf)
    for (const one of ['[U+202E]gnp.exe', 'something.new', '[U+674E]']) expect(words?.includes(one) ?? true).toBe(true)
  })

  it('is refused for documents that are not PDFs', async () => {
    const { document: image } = await createCase(office.usuario, {
      name: 'foto.png',
      bytes: onePixelPng,
      type: 'image/png',
    })
    await expectProblem(await ask(office.usuario, image.id_documento), 400, 'document_not_pdf')
  })

  it.runIf(hasText)('lists who was asked, by which way, and what each of them did', async () => {
    const { usuario, server } = office
    const { document: asked } = await createCase(usuario, file, title)
    const { recipients } = await usuario.read<SigningRequest>(
      `/api/v1/details_signing_request/${await requestFor(asked.id_documento)}/`,
    )
    const { url } = await bodyOf<{ url: string }>(
      await usuario.post('/api/v1/recipient_link/', { id_recipient: recipients[0]!.id }),
      200,
    )
    const token = new URL(url).searchParams.get('p')!
    const act = async (method: string, path: string) =>
      await fetch(new URL(`/api/v1/${path}/`, server.origin), { method, headers: { 'x-recipient': token } })
    expect((await act('GET', 'recipient_request')).status).toBe(200)
    expect((await act('POST', 'recipient_approve')).status).toBe(200)
    const words = wordsOf(await pdfOf(await ask(usuario, asked.id_documento, '?utc_offset=-300')))!
    for (const part of [
      'A quién se pidió',
      'Pedido «Convenio de señalización»',
      'Íñigo Núñez · aprueba',
      'entregado por quien pidió; correo indicado: inigo@cliente.example',
      'no se exigió',
      'Aprobó el',
      'Rocío Mora · recibe copia',
    ]) {
      expect(words).toContain(part)
    }
    expect(wordsOf(await pdfOf(await ask(usuario)))).not.toContain('A quién se pidió')
  })

  it('is created even if it cannot be recorded in the history', async () => {
    const { db } = office.server.deps
    await sql`alter table event add constraint no_export check (action <> 'document.evidence_exported') not valid`.execute(
      db,
    )
    try {
      await pdfOf(await ask(office.usuario))
    } finally {
      await sql`alter table event drop constraint no_export`.execute(db)
    }
  })
})
