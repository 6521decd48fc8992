import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendByEmail, sentId, startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, type Caller } from '../../../test/office.ts'
import { createUser } from '../../../test/people-calls.ts'
import { plainPng } from '../../../test/pictures.ts'
import { caseIn, inDays, send } from '../../../test/steps.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(() => {
  office.smtp.messages.length = 0
})

const putLogo = async (caller: Caller, company: string, width: number, height: number) =>
  await bodyOf(
    await caller.upload(`/api/v1/upload_company_logo/${company}/`, [
      { name: 'logo.png', bytes: plainPng(width, height) },
    ]),
    200,
  )

/** The letterhead and the logo of the message sent. */
async function received() {
  await office.deliver()
  const { mail } = office.smtp.messages.at(-1)!
  const html = String(mail.html)
  const logo = mail.attachments.find(({ related }) => related)
  const head = /<div class="brand">(?<head>.*?)<\/div>/.exec(html)!.groups!['head']!
  return { mail, head: head.replace(/data:image\/png;base64,[\w+/=]+/, 'data'), logo }
}

async function sendDocument(): Promise<void> {
  const { document } = await createCase(office.usuario)
  await sentId(await sendByEmail(office.usuario, document))
}

describe('the letterhead of a message', () => {
  it('is the company logo, embedded and scaled to fit its box', async () => {
    await putLogo(office.gestor, office.company, 400, 100)
    await sendDocument()
    const { mail, head, logo } = await received()
    expect(head).toBe('<img src="data" alt="Centro de Mediación Ñandú" width="240" height="60">')
    expect(logo).toMatchObject({ contentType: 'image/png', contentDisposition: 'inline', filename: 'logo.png' })
    // Width and height of the header (W3C PNG, 11.2.1).
    expect([logo!.content.readUInt32BE(16), logo!.content.readUInt32BE(20)]).toEqual([400, 100])
    // The document is the only other attachment.
    expect(mail.attachments.filter(({ related }) => !related).map(({ contentType }) => contentType)).toEqual([
      'application/pdf',
    ])
  })

  it('uses a new logo, scaled down when it is large', async () => {
    await putLogo(office.gestor, office.company, 500, 500)
    await sendDocument()
    const { head, logo } = await received()
    expect(head).toContain('width="64" height="64"')
    expect([logo!.content.readUInt32BE(16), logo!.content.readUInt32BE(20)]).toEqual([128, 128])
  })

  it('is used in invitations of users and to appointments', async () => {
    await putLogo(office.gestor, office.company, 100, 40)
    await createUser(office.gestor)
    expect((await received()).head).toContain('alt="Centro de Mediación Ñandú" width="100" height="40"')
    office.smtp.messages.length = 0
    const { id } = await caseIn(office, 'pendiente', { author: office.usuario })
    await send(office.gestor, { id_solicitud: id, fecha_agendada: inDays(office, 2) })
    await office.deliver()
    expect(office.smtp.messages.length).toBeGreaterThan(0)
    for (const { mail } of office.smtp.messages) {
      expect(mail.attachments.filter(({ related }) => related)).toHaveLength(1)
    }
  })

  it('is the name Foja without a logo, with a missing logo file, and for other companies', async () => {
    const { server, gestor, admin, ajeno, company } = office
    await putLogo(gestor, company, 60, 30)
    await createUser(ajeno)
    const foreign = await received()
    expect([foreign.head, foreign.logo]).toEqual(['Foja', undefined])
    const { db, store } = server.deps
    const { logo_key } = await db
      .selectFrom('company')
      .where('id', '=', company)
      .select('logo_key')
      .executeTakeFirstOrThrow()
    await store.delete(logo_key!)
    await sendDocument()
    expect((await received()).head).toBe('Foja')
    await bodyOf(await admin.remove(`/api/v1/remove_company_logo/${company}/`), 200)
    await sendDocument()
    expect((await received()).head).toBe('Foja')
  })
})
