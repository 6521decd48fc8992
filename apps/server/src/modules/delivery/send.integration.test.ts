import type { EmailDetails } from '@foja/contracts/emails'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { emailPath, emailsOf, sendByEmail, sentId, startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, expectProblem, pdfFile } from '../../../test/office.ts'

const office = await startMailOffice()
afterAll(() => office.close())
afterEach(async () => {
  await office.deliver()
  office.smtp.messages.length = 0
})

/** The message events in a document's history, oldest first. */
async function events(document: string): Promise<string[]> {
  const rows = await office.server.deps.db
    .selectFrom('event')
    .where('id_documento', '=', document)
    .where('action', 'like', 'email.%')
    .orderBy('seq')
    .select('action')
    .execute()
  return rows.map((row) => row.action)
}

describe('a document sent as attachment', () => {
  it('arrives unchanged, with its sender as reply address', async () => {
    const { usuario, smtp } = office
    const file = pdfFile('Señal de alquiler.pdf')
    const { document } = await createCase(usuario, file)
    const more = { to: ['ana@cliente.example', 'ANA@cliente.example'], cc: ['juan@ñandú.example'], subject: 'Tu señal' }
    const id = await sentId(await sendByEmail(usuario, document, { ...more, message: 'Hola Ana:\n<b>firma</b>' }))
    expect((await emailsOf(usuario, document))[0]).toMatchObject({ id_envio: id, status: 'queued', attempts: 0 })
    await office.deliver()
    expect(smtp.messages).toHaveLength(1)
    const { mail, raw, to } = smtp.messages[0]!
    // The test server reports international domains decoded.
    expect(to).toEqual(['ana@cliente.example', 'juan@ñandú.example'])
    expect(raw.toString()).toContain('Cc: juan@xn--and-6ma2c.example')
    expect(mail.subject).toBe('Tu señal')
    expect(mail.messageId).toBe(`<${id}@oficina.example>`)
    expect(mail.replyTo?.text).toBe(usuario.email)
    expect(mail.from?.text).toBe('"Centro Ñandú" <foja@oficina.example>')
    expect(mail.text).toContain('> <b>firma</b>')
    expect(mail.html).toContain('&lt;b&gt;firma&lt;/b&gt;')
    expect(mail.attachments[0]!.filename).toBe('Señal de alquiler.pdf')
    expect(mail.attachments[0]!.content.equals(Buffer.from(file.bytes))).toBe(true)
    const [email] = await emailsOf(usuario, document)
    expect(email).toMatchObject({ status: 'sent', attempts: 1, reason: null, actions: [], documento: document.nombre })
    expect(email!.sent_at).not.toBeNull()
    expect(await events(document.id_documento)).toEqual(['email.queued', 'email.sent'])
  })

  it('is the version at the time of sending', async () => {
    const { usuario, smtp, server } = office
    const { document } = await createCase(usuario)
    await sentId(await sendByEmail(usuario, document))
    const { db } = server.deps
    await db.updateTable('document').set({ version: 1 }).where('id_documento', '=', document.id_documento).execute()
    await office.deliver()
    expect(smtp.messages[0]!.mail.attachments[0]!.size).toBe(document.size)
  })

  it('has a size limit, which a link does not have', async () => {
    const { usuario, server } = office
    const { document } = await createCase(usuario)
    await server.deps.db
      .updateTable('document_version')
      .set({ size: 20 * 1024 * 1024 + 1 })
      .where('id_documento', '=', document.id_documento)
      .execute()
    await expectProblem(await sendByEmail(usuario, document), 400, 'email_attachment_too_large')
    await sentId(await sendByEmail(usuario, document, { as: 'link' }))
  })

  it('may be outside a case file or in a concluded one', async () => {
    const { usuario, smtp, server } = office
    const { db } = server.deps
    const { document } = await createCase(usuario)
    await db.updateTable('solicitud').set({ status: 'concluido' }).execute()
    await sentId(await sendByEmail(usuario, document))
    await db.updateTable('document').set({ id_solicitud: null }).execute()
    await sentId(await sendByEmail(usuario, document))
    await office.deliver()
    expect(smtp.messages).toHaveLength(2)
    expect(await emailsOf(usuario, document)).toHaveLength(2)
  })
})

describe('a document sent as link', () => {
  it('arrives with a link that opens it, whose secret is not stored', async () => {
    const { usuario, gestor, smtp, server } = office
    const { document } = await createCase(usuario)
    const id = await sentId(await sendByEmail(usuario, document, { as: 'link' }))
    await office.deliver()
    const { mail } = smtp.messages[0]!
    const token = /https:\/\/foja\.example\/compartido\?share=([\w-]{43})/.exec(mail.text ?? '')?.[1]
    expect(mail.html).toContain(`href="https://foja.example/compartido?share=${token}"`)
    expect(mail.attachments).toEqual([])
    const shared = await fetch(new URL(`/api/v1/get_document_share/?share=${token}`, server.origin))
    expect(await bodyOf(shared, 200)).toMatchObject({ nombre: document.nombre })
    const row = await server.deps.db.selectFrom('email').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    const details = await gestor.read<EmailDetails>(`/api/v1/details_email/${id}/`)
    expect(JSON.stringify(details)).not.toContain(token)
    expect(details.text).toContain('https://foja.example/compartido?share=…')
  })

  it('leaves the text of the user unchanged even if it looks like a placeholder', async () => {
    const { usuario, gestor, smtp } = office
    const { document } = await createCase(usuario)
    const message = 'Escribe {{enlace}} o {{enlace:}} en la plantilla'
    const id = await sentId(await sendByEmail(usuario, document, { as: 'link', subject: 'Sobre {{enlace}}', message }))
    await office.deliver()
    const { mail } = smtp.messages[0]!
    expect(mail.subject).toBe('Sobre {{enlace}}')
    expect(mail.text).toContain(`> ${message}`)
    expect(mail.html).toContain(`<blockquote>${message}</blockquote>`)
    expect(mail.text?.match(/compartido\?share=/g)).toHaveLength(1)
    const details = await gestor.read<EmailDetails>(`/api/v1/details_email/${id}/`)
    expect(details.text).toContain(message)
    expect(details.text).toContain('https://foja.example/compartido?share=…')
    expect(details.html).not.toContain(`{{enlace:${id}}}`)
  })

  it('fails once the link was revoked', async () => {
    const { usuario, smtp, server } = office
    const { document } = await createCase(usuario)
    await sentId(await sendByEmail(usuario, document, { as: 'link' }))
    await server.deps.db.updateTable('share').set({ revoked_at: new Date() }).execute()
    await office.deliver()
    expect(smtp.messages).toEqual([])
    expect((await emailsOf(usuario, document))[0]).toMatchObject({ status: 'failed' })
  })
})

describe('a repeated send request', () => {
  it.each(['attachment', 'link'])('sends one message for 100 parallel requests with one key (%s)', async (as) => {
    const { usuario, smtp, server } = office
    const { document } = await createCase(usuario)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendByEmail(usuario, document, { as, key })))
    const ids = await Promise.all(answers.map(sentId))
    expect(new Set(ids).size).toBe(1)
    await office.deliver()
    expect(smtp.messages).toHaveLength(1)
    expect(await sentId(await sendByEmail(usuario, document, { as, key }))).toBe(ids[0])
    await office.deliver()
    expect(smtp.messages).toHaveLength(1)
    expect(await events(document.id_documento)).toEqual(['email.queued', 'email.sent'])
    const shares = await server.deps.db
      .selectFrom('share')
      .where('id_documento', '=', document.id_documento)
      .select('id')
      .execute()
    expect(shares).toHaveLength(as === 'link' ? 1 : 0)
  })

  it('is refused when its content differs under the same key', async () => {
    const { usuario } = office
    const { document } = await createCase(usuario)
    const key = randomUUID()
    await sentId(await sendByEmail(usuario, document, { key }))
    await expectProblem(await sendByEmail(usuario, document, { key, subject: 'otro' }), 400, 'id_in_use')
  })

  it('sends another message for another user, or without a key', async () => {
    const { usuario, gestor } = office
    const { document } = await createCase(usuario)
    const key = randomUUID()
    const first = await sentId(await sendByEmail(usuario, document, { key }))
    expect(await sentId(await sendByEmail(gestor, document, { key }))).not.toBe(first)
    expect(await sentId(await sendByEmail(usuario, document))).not.toBe(first)
  })
})

describe('sending a document by email', () => {
  it('names the invalid address', async () => {
    const { usuario } = office
    const { document } = await createCase(usuario)
    for (const wrong of ['ana', 'ana@localhost', 'a@b.ec, c@d.ec', 'Ana <a@b.ec>', 'a@b.ec\r\nBcc: c@d.ec']) {
      const response = await sendByEmail(usuario, document, { to: ['ok@foja.example', wrong] })
      const problem = await expectProblem(response, 400, 'email_address_wrong')
      expect(problem.errors?.[0]?.field).toBe('to.1')
    }
    await expectProblem(await sendByEmail(usuario, document, { to: [] }), 400, 'validation_failed')
    const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@foja.example`)
    await expectProblem(await sendByEmail(usuario, document, { to: many(21) }), 400, 'validation_failed')
    const problem = await sendByEmail(usuario, document, { to: many(20), cc: ['x@foja.example'] })
    expect(problem.status).toBe(400)
    expect(await emailsOf(usuario, document)).toEqual([])
  })

  it('enforces the daily quota of the user', async () => {
    const { mediador, gestor, usuario, server } = office
    const { document } = await createCase(usuario)
    const to = Array.from({ length: 20 }, (_, at) => `p${at}@foja.example`)
    const answers = await Promise.all(Array.from({ length: 14 }, () => sendByEmail(mediador, document, { to })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status !== 200)!
    await expectProblem(refused, 400, 'email_quota_exceeded')
    expect(refused.headers.get('retry-after')).not.toBeNull()
    await expectProblem(await sendByEmail(mediador, document), 400, 'email_quota_exceeded')
    await sentId(await sendByEmail(gestor, document))
    expect(await emailsOf(mediador, document)).toHaveLength(11)
    await server.deps.db
      .updateTable('throttle')
      .set({ window_start: sql`now() - interval '25 hours'` })
      .execute()
    await sentId(await sendByEmail(mediador, document))
  })

  it('is refused to users who may not send the document', async () => {
    const { usuario, colega, mediador, gestor, admin, ajeno } = office
    const { document } = await createCase(usuario)
    await expectProblem(await sendByEmail(colega, document), 404, 'not_found')
    await expectProblem(await sendByEmail(ajeno, document), 404, 'not_found')
    await expectProblem(await colega.call(`/api/v1/list_email/${document.id_documento}/`), 404, 'not_found')
    for (const caller of [usuario, mediador, gestor, admin]) await sentId(await sendByEmail(caller, document))
    expect(await emailsOf(usuario, document)).toHaveLength(4)
    const bare = await fetch(new URL(emailPath, office.server.origin), { method: 'POST' })
    expect(bare.status).toBe(401)
    await office.server.deps.db
      .insertInto('user_shared')
      .values({ id_documento: document.id_documento, id_user: colega.id })
      .execute()
    await expectProblem(await sendByEmail(colega, document), 403, 'forbidden')
  })
})
